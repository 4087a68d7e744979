#pragma once

#include <string>

#include "balance/allocation.hpp"
#include "balance/cell_memory.hpp"

namespace simdrive::balance {

/// The allocation of a circuit to `ranks` and `cycles` by the load-balance mode of that name: what the dry
/// run, a run without a fitting file and `simdrive allocation rebalance` all do, so that they come to the
/// same. The rank_bytes are the sums over nodes; the caller adds what a rank needs besides. UsageError for an
/// unknown mode, for no ranks or cycles, or for more than max_buckets of both. `most_bytes`: of nodes that a
/// rank should hold.
Allocation deal(const CellMemory& memory, const std::string& mode, std::uint32_t ranks, std::uint32_t cycles,
                std::uint64_t most_bytes = ~std::uint64_t{0});

}  // namespace simdrive::balance
