#include "driver/memory_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/estimate.hpp"
#include "driver/node_plan.hpp"
#include "driver/provenance.hpp"
#include "engine/construction.hpp"
#include "memory/machine.hpp"
#include "memory/usage.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::driver {

namespace {

std::uint64_t less(std::uint64_t a, std::uint64_t b) {
    return a - std::min(a, b);
}

std::string text(std::uint64_t bytes) {
    return format_bytes(static_cast<double>(bytes));
}

/// A node and its ranks, all of them together. Bytes.
struct NodeState {
    std::uint32_t ranks = 1;
    bool leads = true;           ///< this rank speaks for the node
    std::uint64_t resident = 0;  ///< that the ranks hold
    std::uint64_t to_build = 0;  ///< that they will take until they are built
    std::uint64_t to_build_in_cycles = 0;
    std::uint64_t to_finish = 0;  ///< that they will take at any time
    std::uint64_t left = 0;       ///< what the node can still give
    std::string source;           ///< what says so; "" where nothing does
    std::uint64_t whole = 0;      ///< what it would give to ranks that hold nothing yet
};

/// Collective over the ranks of a node.
NodeState look(const Options& options, const report::RankNeed& need, const mpi::Communicator& node) {
    const std::uint64_t now = memory::resident().now;
    NodeState state{static_cast<std::uint32_t>(node.size()),
                    node.is_root(),
                    node.sum(now),
                    node.sum(less(need.built, now)),
                    node.sum(less(need.built_in_cycles, now)),
                    node.sum(less(need.peak, now)),
                    0,
                    {},
                    0};
    const auto here = memory::this_machine();
    const auto planned = planned_machine(options);
    const auto most = ~std::uint64_t{0};
    const std::uint64_t limit = planned.memory > 0 ? planned.memory : most;
    const std::uint64_t available = here.available_bytes > 0 ? here.available_bytes : most;
    const std::uint64_t under_limit = less(limit, state.resident);
    state.source = available < under_limit ? here.available_source : planned.memory_source;
    state.left = node.min(std::min(available, under_limit));
    state.whole = std::min(limit, state.left + std::min(state.resident, most - state.left));
    return state;
}

/// What would do where the node cannot.
std::string advice(const Options& options, const report::MemoryEstimate& estimate, const NodeState& state) {
    const PlannedMachine machine{state.ranks, state.whole, state.source};
    const auto suggestion = suggest_nodes(estimate, machine, options.memory_margin);
    std::string advice =
        suggestion.feasible
            ? fmt::format("{} of such nodes would hold it ({}, {} of them on a node)",
                          format_count(suggestion.nodes), plural(suggestion.ranks, "rank"), state.ranks)
            : fmt::format("more nodes like it will not do: {}", suggestion.reason);
    if (state.to_build_in_cycles <= state.left)
        advice +=
            fmt::format("; so would --modelbuilding-steps={} on these ranks", engine::most_useful_cycles);
    return advice;
}

std::string refusal(const Options& options, const report::MemoryEstimate& estimate, const NodeState& state) {
    return fmt::format(
        "node {}: its {} will take {} more to build the circuit, and the node has {} left ({}): "
        "{} is missing. {}",
        host_name(), plural(state.ranks, "rank"), text(state.to_build), text(state.left), state.source,
        text(less(state.resident + state.to_build, state.whole)), advice(options, estimate, state));
}

}  // namespace

void check_memory(const Options& options, const report::MemoryEstimate& estimate, std::uint32_t rank,
                  const mpi::Communicator& comm) {
    const auto state = look(options, estimate.needs[rank], comm.node());
    const bool ignore = options.ignore_memory_limit;
    try {
        mpi::agreed(comm, [&] {
            if (!state.leads || state.to_build <= state.left) return;
            throw MemoryError(
                refusal(options, estimate, state) +
                (ignore ? ". Going on all the same" : "; --ignore-memory-limit goes on all the same"));
        });
    } catch (const mpi::AgreedError& fault) {
        if (!ignore || fault.code() != ExitCode::memory) throw;
        log::warn("{}", fault.what());
        return;
    }
    const auto tight = comm.sum(std::uint64_t{state.leads && state.to_finish > state.left});
    if (tight > 0) {
        log::warn(
            "the circuit can be built, but spikes at {:g} Hz a source, recorded until the end, would "
            "not fit in the memory of {}",
            planned_rate_hz, plural(tight, "node"));
    }
}

}  // namespace simdrive::driver
