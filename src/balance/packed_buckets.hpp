#pragma once

#include <cstdint>
#include <vector>

#include "balance/packing.hpp"

namespace simdrive::balance {

/// One packing of all nodes over the ranks; then, inside each rank, of its nodes' bytes over the cycles.
/// Ranks come first so that what a rank holds in the end is balanced as well as can be. MemoryError where
/// bytes or work add up to 2^64 or more.
std::vector<std::uint32_t> packed_buckets(const NodeWeights& weights, Aim aim, std::uint32_t ranks,
                                          std::uint32_t cycles);

}  // namespace simdrive::balance
