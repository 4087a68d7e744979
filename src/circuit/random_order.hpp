#pragma once

#include <array>
#include <cstdint>

#include "circuit/connection_rule.hpp"

namespace simdrive::circuit {

/// A random order of the numbers 0 … size−1, any place of which is found by itself, in a bounded number of
/// steps on average: a Feistel network (Black & Rogaway 2002) on pairs of numbers below √size, whose round
/// functions are keyed hashes. The few pairs too many are walked through until a number below `size` is met.
class RandomOrder {
  public:
    RandomOrder(const RuleEnds& ends, std::uint64_t size);

    /// The number at `place`; every number stands at one place. REQUIRES: place < size.
    std::uint64_t at(std::uint64_t place) const;

  private:
    static constexpr std::size_t rounds = 8;
    std::uint64_t shuffled(std::uint64_t place) const;

    std::array<std::uint64_t, rounds> keys_;
    std::uint64_t size_;
    std::uint64_t side_;  ///< least with side² ≥ size
};

}  // namespace simdrive::circuit
