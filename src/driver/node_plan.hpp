#pragma once

#include <simdrive/options.hpp>

#include "driver/planned_machine.hpp"
#include "report/memory_tables.hpp"
#include "report/node_tables.hpp"

namespace simdrive::driver {

/// How many nodes like `machine` hold the circuit, given what its ranks were found to need where it is dealt
/// to `estimate.ranks` of them: cells and synapses are divided among the ranks, and what the largest rank
/// needs beyond its part, every rank does. `least_nodes`: fewer are not suggested.
report::NodeSuggestion suggest_nodes(const report::MemoryEstimate& estimate, const PlannedMachine& machine,
                                     double margin, std::uint64_t least_nodes = 1);

}  // namespace simdrive::driver
