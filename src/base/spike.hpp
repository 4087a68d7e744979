#pragma once

#include <compare>
#include <cstdint>

#include "base/ids.hpp"

namespace simdrive {

/// A spike as ranks exchange it: the step inside the epoch (16 bits) above the source (48 bits), so that the
/// order of the words is the canonical order (step, source).
class PackedSpike {
  public:
    static constexpr int source_bits = 48;
    static constexpr Gid max_source = (Gid{1} << source_bits) - 1;
    static constexpr Step max_lag = 0xFFFF;

    PackedSpike() = default;
    PackedSpike(Step lag, Gid source) : word_(static_cast<std::uint64_t>(lag) << source_bits | source) {}

    explicit PackedSpike(std::uint64_t word) : word_(word) {}

    std::uint64_t word() const { return word_; }
    Step lag() const { return static_cast<Step>(word_ >> source_bits); }
    Gid source() const { return word_ & max_source; }
    auto operator<=>(const PackedSpike&) const = default;

  private:
    std::uint64_t word_ = 0;
};
static_assert(sizeof(PackedSpike) == 8);

/// A spike on the whole time axis, for recording and replay. Ordered by (step, source).
struct Spike {
    Step step;
    Gid source;
    auto operator<=>(const Spike&) const = default;
};

}  // namespace simdrive
