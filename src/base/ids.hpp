#pragma once

#include <cstdint>

namespace simdrive {

/// The id of a node inside its population, as SONATA files write it. Values may start anywhere and have gaps.
using NodeId = std::uint64_t;

/// The dense index of a node over all populations of a circuit: populations stand in the order of their
/// names, nodes inside a population in the order of their rows. `gid = population.first_gid + row`.
using Gid = std::uint64_t;

/// A count of time steps of length dt; step k is the time k·dt.
using Step = std::int64_t;

using Rank = std::uint32_t;

}  // namespace simdrive
