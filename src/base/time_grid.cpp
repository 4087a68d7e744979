#include "base/time_grid.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace simdrive {

namespace {
constexpr double ticks_per_ms = 1e9;
constexpr std::int64_t ticks_per_us = 1'000'000;
}  // namespace

TimeGrid::TimeGrid(double dt_ms) : dt_ms_(dt_ms), steps_per_ms_(1 / dt_ms), dt_ticks_(0) {
    if (!std::isfinite(dt_ms) || dt_ms <= 0 || dt_ms > 1e6) {
        throw DataError(fmt::format("dt is {} ms; expected a positive number of ms", dt_ms));
    }
    dt_ticks_ = std::llround(dt_ms * ticks_per_ms);
    if (dt_ticks_ == 0 || std::abs(static_cast<double>(dt_ticks_) - dt_ms * ticks_per_ms) > 1e-3) {
        throw DataError(fmt::format("dt is {} ms; expected a multiple of 1e-9 ms", dt_ms));
    }
}

double TimeGrid::time(Step step) const {
    const auto ticks = static_cast<long double>(step) * static_cast<long double>(dt_ticks_);
    return static_cast<double>(ticks / static_cast<long double>(ticks_per_ms));
}

Step TimeGrid::nearest_of_any(double ms) const {
    return std::llround(static_cast<long double>(ms) * ticks_per_ms / static_cast<long double>(dt_ticks_));
}

Step TimeGrid::at_or_after(double ms) const {
    const std::int64_t ticks = std::llround(ms * 1e3) * ticks_per_us;
    const std::int64_t whole = ticks / dt_ticks_;
    return whole + (whole * dt_ticks_ < ticks ? 1 : 0);
}

bool TimeGrid::on_grid(double ms) const {
    return std::abs(time(nearest(ms)) - ms) <= 1e-6;
}

}  // namespace simdrive
