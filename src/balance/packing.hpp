#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace simdrive::balance {

/// What nodes bring to the rank that holds them, in packing order (node_order.hpp).
struct NodeWeights {
    std::span<const std::uint64_t> bytes;
    std::span<const std::uint64_t> work;           ///< ns of a core per second of model time; or empty: none
    std::uint64_t most_bytes = ~std::uint64_t{0};  ///< that a rank should hold
};

/// What is evened out.
enum class Aim {
    bytes,  ///< whatever the work
    work,   ///< as long as no bin exceeds most_bytes, where that is possible
    both    ///< the one of which an item has the larger share of the total decides where it goes
};

/// The indices of `weights`, heaviest first; equal weights in ascending order of index. Linear time (radix
/// sort) for any weights that occur in practice.
std::vector<std::uint64_t> heaviest_first(std::span<const std::uint64_t> weights);

/// The order in which pack() wants the nodes: heaviest first, in what the aim is.
std::vector<std::uint64_t> packing_order(const NodeWeights& weights, Aim aim);

/// Puts items into bins, one after the other, each into the bin that is lightest so far in what decides
/// (ties: the lowest bin): with items heaviest first and one resource, no bin is heavier than the mean by
/// more than the last item it received. Equal items that follow each other are handed out so that every bin
/// gets neighbours, which costs nothing: the loads are the same. Items that weigh nothing are dealt evenly.
///
/// `items` are indices into the weights and `bin_of`; only these are written. REQUIRES: bytes, and work, add
/// up to less than 2^64 each. Costs O(items · log bins), less where many items are equal.
void pack(std::span<const std::uint64_t> items, const NodeWeights& weights, Aim aim, std::uint32_t bins,
          std::span<std::uint32_t> bin_of);

}  // namespace simdrive::balance
