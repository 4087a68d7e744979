#pragma once

#include <cmath>
#include <cstdint>

#include "base/ids.hpp"

namespace simdrive {

/// The grid of time steps. dt is held as a whole number of 1e-9 ms, so that step·dt is the double nearest to
/// the decimal time (166.1, not 166.10000000000002) and conversions do not depend on the order of operations.
class TimeGrid {
  public:
    /// dt in ms; DataError unless it is finite, positive and a multiple of 1e-9 ms.
    explicit TimeGrid(double dt_ms);

    double dt() const { return dt_ms_; }
    /// The time of `step` in ms.
    double time(Step step) const;
    /// The nearest step to `ms` (halves away from zero): durations, delays, end times.
    Step nearest(double ms) const {
        // Away from halves and from numbers that a double no longer resolves, plain division is right.
        const double steps = ms * steps_per_ms_;
        const double whole = std::floor(steps + 0.5);
        if (std::abs(steps - whole) < 0.49 && std::abs(steps) < 0x1p40) return static_cast<Step>(whole);
        return nearest_of_any(ms);
    }
    /// The first step at or after `ms`, after rounding `ms` to 1 µs: when an event given at `ms` takes place.
    Step at_or_after(double ms) const;
    /// Whether `ms` is on the grid to within 1e-6 ms.
    bool on_grid(double ms) const;

  private:
    Step nearest_of_any(double ms) const;

    double dt_ms_;
    double steps_per_ms_;
    std::int64_t dt_ticks_;  // 1e-9 ms
};

}  // namespace simdrive
