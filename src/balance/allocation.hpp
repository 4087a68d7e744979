#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "base/selection.hpp"

namespace simdrive::balance {

/// A population as an allocation names it. `ids` are all its node ids.
struct PopulationIds {
    std::string name;
    Selection ids;
};

/// The nodes of one population that one rank builds in one cycle.
struct Share {
    std::uint32_t population;  ///< index into Allocation::populations
    std::uint32_t rank;
    std::uint32_t cycle;
    std::uint64_t bytes;  ///< what these nodes need, as the weights say
    Selection node_ids;   ///< ids as SONATA files write them
};

/// Which rank holds which nodes, and in which cycle it builds them. Shares are ordered by (population, rank, cycle);
/// shares without nodes are left out.
struct Allocation {
    std::uint32_t ranks = 1;
    std::uint32_t cycles = 1;
    std::uint32_t threads = 1;  ///< threads per rank that the bytes were counted for
    std::string fingerprint;    ///< of the circuit
    std::vector<PopulationIds> populations;
    std::vector<Share> shares;
    std::vector<std::uint64_t> rank_bytes;  ///< everything a rank will hold: nodes, synapses and per-rank overhead

    /// Every id of every population occurs exactly once, ranks and cycles are in range. The first fault in words, or "".
    std::string fault() const;
};

/// Least, mean and largest of a list of loads.
struct LoadStatistics {
    double least = 0;
    double mean = 0;
    double largest = 0;
    double imbalance() const { return mean > 0 ? largest / mean : 1; }
};
LoadStatistics load_statistics(std::span<const std::uint64_t> loads);

}  // namespace simdrive::balance
