#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simdrive::balance {

/// What a suggestion of nodes rests on. All sizes in bytes.
struct SuggestionInput {
    std::uint64_t total = 0;              ///< of all cells and synapses: what is shared out
    std::uint64_t largest_cell = 0;       ///< the heaviest cell with its synapses: cannot be shared out
    std::uint64_t overhead_per_rank = 0;  ///< what every rank needs besides
    std::uint32_t ranks_per_node = 1;
    std::uint64_t node_memory = 0;
    double margin = 0.1;  ///< share of the node's memory that is kept free, in [0, 1)
};

struct Suggestion {
    bool feasible = false;
    std::string reason;       ///< why no number of nodes will do; "" where feasible
    std::uint64_t nodes = 0;  ///< the least number that will do
    std::uint64_t ranks = 0;  ///< nodes · ranks_per_node
    std::uint64_t bytes_per_node =
        0;  ///< mean need of a node: its part of the total, and overhead of its ranks
    std::uint64_t usable_per_node = 0;  ///< node memory less the margin
};

/// The least number of nodes whose memory holds the circuit: ceil(total / (node · (1 − margin) − ranks ·
/// overhead)). Infeasible where the overhead of its ranks, or that and the largest cell, does not fit in a
/// node. UsageError where ranks_per_node is 0 or margin is outside [0, 1).
Suggestion suggest(const SuggestionInput& input);

/// What a number of nodes would mean.
struct Alternative {
    std::uint64_t nodes = 0;
    std::uint64_t ranks = 0;
    std::uint64_t bytes_per_rank = 0;  ///< overhead, and its part of the total or the largest cell
    std::uint64_t bytes_per_node = 0;
    bool fits = false;  ///< the margin is left free
    friend bool operator==(const Alternative&, const Alternative&) = default;
};

/// The suggested number of nodes with half of it, twice and four times as many; around `nodes` where none is
/// feasible.
std::vector<Alternative> alternatives(const SuggestionInput& input, const Suggestion& suggestion,
                                      std::uint64_t nodes = 1);

}  // namespace simdrive::balance
