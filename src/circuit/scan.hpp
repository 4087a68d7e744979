#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "circuit/circuit.hpp"
#include "circuit/in_degrees.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::circuit {

/// How many sources of a projection have how many targets: (out-degree, number of sources), by out-degree.
/// Exact for files (degrees above 4096 are binned to 1 %); for random rules the expected out-degree, the same
/// for all.
using OutDegrees = std::vector<std::pair<double, std::uint64_t>>;

struct ProjectionScan {
    std::uint64_t edges = 0;
    std::vector<std::uint32_t> delays;  ///< those that occur (files) or may occur (rules), steps, ascending
    WeightRange weights;
    OutDegrees out_degrees;

    /// In steps; 1 where there is no edge.
    std::uint32_t least_delay() const { return delays.empty() ? 1 : delays.front(); }
    std::uint32_t largest_delay() const { return delays.empty() ? 1 : delays.back(); }
};

/// What one pass over the circuit tells. Identical on every rank, but for `in_degrees`, which is shared out.
struct Scan {
    Fingerprint fingerprint;
    std::vector<ProjectionScan> projections;  ///< by projection
    Range gids;            ///< the gids whose in-degrees this rank holds: an even, contiguous share
    InDegrees in_degrees;  ///< by gid of `gids`: edges from all projections
    std::uint64_t edges = 0;
    // Over all projections that have edges, in steps; 1 where there is none.
    std::uint32_t least_delay = 1;
    std::uint32_t largest_delay = 1;
};

/// Collective. One streaming pass: every edge in a file is read once, by one rank, in bounded chunks; edges
/// of rules are not drawn. Checks every edge. All ranks agree on faults (mpi::AgreedError).
Scan scan(const Circuit& circuit, const mpi::Communicator& comm);

/// The share of [0, count) that rank r of R holds.
Range even_share(std::uint64_t count, std::uint64_t r, std::uint64_t of);

}  // namespace simdrive::circuit
