#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "base/selection.hpp"
#include "base/spread.hpp"

namespace simdrive::balance {

/// A population as an allocation names it. `ids` are all its node ids.
struct PopulationIds {
    std::string name;
    Selection ids;
    bool operator==(const PopulationIds&) const = default;
};

/// The nodes of one population that one rank builds in one cycle.
struct Share {
    std::uint32_t population;  ///< index into Allocation::populations
    std::uint32_t rank;
    std::uint32_t cycle;
    std::uint64_t bytes;  ///< what these nodes need, as the weights say
    Selection node_ids;   ///< ids as SONATA files write them
    bool operator==(const Share&) const = default;
};

/// What an allocation is for.
struct Target {
    std::uint32_t ranks = 1;
    std::uint32_t cycles = 1;
    std::uint32_t threads = 1;  ///< threads per rank that the bytes were counted for
    std::string fingerprint;    ///< of the circuit
    std::string mode;           ///< the load-balance mode that deals ("Memory"); "" where it does not matter
    bool operator==(const Target&) const = default;
};

/// Which rank holds which nodes, and in which cycle it builds them. Shares are ordered by (population, rank,
/// cycle); shares without nodes are left out. Populations are those of the circuit, in the order of their
/// names.
struct Allocation : Target {
    std::vector<PopulationIds> populations;
    std::vector<Share> shares;
    std::vector<std::uint64_t> rank_bytes;  ///< all that a rank will hold: nodes, synapses, per-rank overhead

    /// The first fault in words, or "": every id of every population occurs exactly once, shares are ordered,
    /// ranks and cycles are in range.
    std::string fault() const;
    std::uint64_t node_count() const;
    bool operator==(const Allocation&) const = default;
};

/// The allocation that gives every node to its bucket (rank · cycles + cycle). Nodes stand in packing order:
/// the populations one after the other, the nodes of each in the order of ascending ids. `bytes` is what each
/// node needs. The rank_bytes are the sums over nodes; the caller adds what a rank needs besides. Costs time
/// and memory in proportion to nodes and pieces. REQUIRES: one bucket below ranks · cycles and one number of
/// bytes a node.
Allocation make_allocation(const Target& target, std::vector<PopulationIds> populations,
                           std::span<const std::uint32_t> buckets, std::span<const std::uint64_t> bytes);

/// The bucket of every node, in packing order: what make_allocation was given. REQUIRES: no fault().
std::vector<std::uint32_t> buckets_of(const Allocation& allocation);

/// The ids of one population that a rank holds, of all cycles.
Selection ids_of_rank(const Allocation& allocation, std::uint32_t population, std::uint32_t rank);

/// The greatest number of buckets (ranks · cycles) that can be dealt to; more ranks or cycles are refused.
inline constexpr std::uint64_t max_buckets = std::uint64_t{1} << 30U;

}  // namespace simdrive::balance
