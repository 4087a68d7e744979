#include "driver/node_plan.hpp"

#include <algorithm>

#include "balance/suggestion.hpp"
#include "driver/memory_report.hpp"

namespace simdrive::driver {

report::NodeSuggestion suggest_nodes(const report::MemoryEstimate& estimate, const PlannedMachine& machine,
                                     double margin, std::uint64_t least_nodes) {
    std::uint64_t largest = 0;
    for (const auto& need : estimate.needs) largest = std::max(largest, need.peak);
    balance::SuggestionInput input;
    input.total = estimate.shared;
    input.largest_cell = estimate.largest_cell;
    input.overhead_per_rank =
        largest - std::min(largest, std::max(estimate.shared / estimate.ranks, estimate.largest_cell));
    input.ranks_per_node = machine.ranks_per_node;
    input.node_memory = machine.memory;
    input.margin = margin;
    auto found = balance::suggest(input);
    if (found.feasible && found.nodes < least_nodes) {
        found.nodes = least_nodes;
        found.ranks = least_nodes * machine.ranks_per_node;
    }
    report::NodeSuggestion suggestion{
        found.feasible, found.reason,          found.nodes, found.ranks, machine.ranks_per_node,
        machine.memory, machine.memory_source, margin,      {}};
    for (const auto& row : balance::alternatives(input, found, estimate.ranks / machine.ranks_per_node)) {
        suggestion.alternatives.push_back(
            {row.nodes, row.ranks, row.bytes_per_rank, row.bytes_per_node, row.fits});
    }
    return suggestion;
}

std::uint64_t most_bytes_of_rank(const Options& options, const Session& session, std::uint64_t program) {
    const auto machine = planned_machine(options);
    if (machine.memory == 0) return ~std::uint64_t{0};
    const auto usable =
        static_cast<std::uint64_t>(static_cast<double>(machine.memory) * (1 - options.memory_margin));
    const std::uint64_t overhead = program + rank_overhead(session, options.threads.value_or(1));
    const std::uint64_t part = usable / machine.ranks_per_node;
    return part - std::min(part, overhead);
}

}  // namespace simdrive::driver
