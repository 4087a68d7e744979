#pragma once

#include <simdrive/options.hpp>

#include "driver/planned_machine.hpp"
#include "driver/session.hpp"
#include "report/memory_tables.hpp"
#include "report/node_tables.hpp"

namespace simdrive::driver {

/// How many nodes like `machine` hold the circuit, given what its ranks were found to need where it is dealt
/// to `estimate.ranks` of them: cells and synapses are divided among the ranks, and what the largest rank
/// needs beyond its part, every rank does. `least_nodes`: fewer are not suggested.
report::NodeSuggestion suggest_nodes(const report::MemoryEstimate& estimate, const PlannedMachine& machine,
                                     double margin, std::uint64_t least_nodes = 1);

/// Bytes of nodes that a rank can hold: its part of a node's memory, less the margin and what the rank needs
/// besides.
std::uint64_t most_bytes_of_rank(const Options& options, const Session& session, std::uint64_t program);

}  // namespace simdrive::driver
