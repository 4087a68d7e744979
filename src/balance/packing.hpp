#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace simdrive::balance {

/// The indices of `weights`, heaviest first; equal weights in ascending order of index. Linear time (radix
/// sort) for any weights that occur in practice.
std::vector<std::uint64_t> heaviest_first(std::span<const std::uint64_t> weights);

/// Puts items into bins, one after the other, each into the bin that is lightest so far (ties: the lowest
/// bin): with items heaviest first, no bin is heavier than the mean by more than the last item it received.
/// Items of equal weight that follow each other are handed out so that every bin gets neighbours, which costs
/// nothing: the loads are the same. Items of weight 0 are dealt evenly.
///
/// `items` are indices into `weights` and `bin_of`; only these are written. REQUIRES: the weights of the
/// items add up to less than 2^64. Costs O(items · log bins), less where many items weigh the same.
void pack(std::span<const std::uint64_t> items, std::span<const std::uint64_t> weights, std::uint32_t bins,
          std::span<std::uint32_t> bin_of);

}  // namespace simdrive::balance
