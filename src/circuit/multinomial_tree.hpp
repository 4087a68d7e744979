#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/selection.hpp"
#include "circuit/connection_rule.hpp"

namespace simdrive::circuit {

/// Shares `count` edges out over the targets, each edge on any target with equal probability: halves the
/// range of targets again and again, and draws how many edges fall on the left half. A draw depends on its
/// range alone, so that any part of the tree can be drawn by itself. Ranges are those of a power of two cut
/// to the targets, so that nearly all halves are equal, the case that binomial() is fastest for.
class MultinomialTree {
  public:
    MultinomialTree(const RuleEnds& ends, std::uint64_t count)
        : stream_(ends.seed, Purpose::in_degree, ends.projection_key), rows_(ends.targets), count_(count) {}

    /// The edges of each target wanted.
    std::vector<std::uint64_t> at(const Selection& wanted) const;
    /// The edges of all targets before `row`, at the cost of log₂(targets) draws. REQUIRES: row < targets.
    std::uint64_t before(std::uint64_t row) const;

  private:
    void descend(std::uint64_t first, std::uint64_t width, std::uint64_t count, std::span<const Range> wanted,
                 std::vector<std::uint64_t>& out) const;
    std::uint64_t left_of(std::uint64_t first, std::uint64_t width, std::uint64_t count) const;

    RandomStream stream_;
    std::uint64_t rows_;
    std::uint64_t count_;
};

}  // namespace simdrive::circuit
