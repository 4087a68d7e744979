#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/table.hpp"

namespace simdrive::report {

/// What a number of nodes would mean. Bytes.
struct NodeAlternative {
    std::uint64_t nodes = 0;
    std::uint64_t ranks = 0;
    std::uint64_t peak_per_rank = 0;
    std::uint64_t peak_per_node = 0;
    bool fits = false;  ///< the margin is left free
};

/// What the machine that is planned for looks like, and what to use of it.
struct NodeSuggestion {
    bool feasible = false;
    std::string reason;  ///< where not feasible
    std::uint64_t nodes = 0;
    std::uint64_t ranks = 0;
    std::uint32_t ranks_per_node = 1;
    std::uint64_t node_memory = 0;  ///< bytes
    std::string memory_source;      ///< "MemTotal", "cgroup limit of /a", "--node-memory"
    double margin = 0.1;            ///< share of node_memory that is kept free
    std::vector<NodeAlternative> alternatives;
};

/// "suggested to use at least 3 nodes, 24 ranks (…)" with the numbers it rests on, or "infeasible: …".
std::string suggestion_text(const NodeSuggestion& suggestion);

/// One row per number of nodes: ranks, peak of a rank and of a node, what a node has left then, and whether
/// that leaves the margin free.
Table alternatives_table(const NodeSuggestion& suggestion);

}  // namespace simdrive::report
