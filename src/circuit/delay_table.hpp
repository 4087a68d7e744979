#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/time_grid.hpp"
#include "circuit/distribution.hpp"

namespace simdrive::circuit {

/// The longest delay, in steps: what 16 bits hold.
inline constexpr std::uint32_t longest_delay = 0xFFFF;

/// Delays on the grid of time steps. A distribution of delays, rounded to the nearest step, is a list of
/// probabilities: a draw is a look into a table of their sums, of a resolution of 2^-32. Which delays can
/// occur is known without drawing.
class DelayTable {
  public:
    /// `where` for messages. DataError where a delay may be below one step or above longest_delay.
    DelayTable(const Distribution& delay, const TimeGrid& grid, const std::string& where);

    /// Every delay that can be drawn, in steps, ascending.
    const std::vector<std::uint32_t>& steps() const { return steps_; }
    /// Delays at positions (a, first), (a, first + 1), … of the stream, in steps. Four positions share a
    /// block of random bits.
    void draw(const RandomStream& stream, std::uint64_t a, std::uint64_t first,
              std::span<std::uint32_t> out) const;

  private:
    std::uint32_t at(std::uint32_t bits) const {
        std::uint32_t i = guide_[bits >> 24U];
        while (bits >= past_[i]) ++i;
        return steps_[i];
    }

    std::vector<std::uint32_t> steps_;
    std::vector<std::uint64_t> past_;         // 2^32 · P(delay ≤ steps_[i]), rounded; the last one is 2^32
    std::array<std::uint16_t, 256> guide_{};  // by the upper 8 bits: the first i that may be meant
};

}  // namespace simdrive::circuit
