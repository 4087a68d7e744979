#include "engine/construction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "engine/edge_stream.hpp"
#include "memory/numa_pages.hpp"
#include "memory/numa_policy.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::engine {

using circuit::EdgeDetail;

namespace {

using Shares = std::vector<std::unique_ptr<ThreadShare>>;

/// Parameters of every block of every thread. Read by the main thread: HDF5 serves one thread at a time.
std::vector<std::vector<ParameterColumns>> read_parameters(const ConstructionPlan& plan) {
    std::vector<std::vector<ParameterColumns>> parameters(plan.nodes.threads());
    for (std::uint32_t t = 0; t < plan.nodes.threads(); ++t) {
        for (const auto& block : plan.nodes.blocks(t)) {
            const auto& group = plan.shape.groups[block.group];
            auto& columns = parameters[t].emplace_back();
            if (group.model == nullptr) continue;
            const auto& population = *plan.circuit.populations()[group.population];
            Selection rows;
            for (const auto row : block.rows) rows.append(row);
            columns = parameter_columns(population, population.groups()[group.group], *group.model, rows);
        }
    }
    return parameters;
}

/// A thread whose processors all lie on one NUMA node takes its memory there; elsewhere the first touch
/// decides.
std::optional<int> node_of_this_thread() {
    if (memory::numa_nodes().size() < 2) return std::nullopt;
    return memory::node_of_bound_thread();
}

Shares make_shares(const ConstructionPlan& plan, ThreadTeam& team) {
    const auto parameters = read_parameters(plan);
    Shares shares(team.size());
    team.run([&](std::uint32_t t) {
        shares[t] = std::make_unique<ThreadShare>(t, node_of_this_thread());
        shares[t]->make_blocks(plan.nodes.blocks(t), parameters[t], plan.circuit, plan.shape, plan.stimuli,
                               plan.dt);
    });
    return shares;
}

/// Row lengths of one thread's table while they are counted.
using RowLengths = std::vector<std::uint32_t>;

void count_rows(RowLengths& lengths, std::span<const ArrivedEdge> edges) {
    for (const ArrivedEdge& edge : edges) {
        if (lengths[edge.source] == std::numeric_limits<std::uint32_t>::max()) {
            throw DataError(
                fmt::format("gid {} has more than {} targets on one thread; use more threads or ranks",
                            edge.source, lengths[edge.source]));
        }
        ++lengths[edge.source];
    }
}

void place(ThreadShare& share, const circuit::Projection& projection, std::span<const ArrivedEdge> edges) {
    for (const ArrivedEdge& edge : edges) {
        const Block& block = share.blocks()[edge.target->block];
        try {
            const auto landed = block.shape->model->input(edge.weight, edge.receptor);
            share.table().place(edge.source, block.slot(edge.target->index, landed.port), edge.delay,
                                landed.weight);
        } catch (const std::invalid_argument& fault) {
            throw DataError(fmt::format("edges \"{}\": receptor_type {}: {}", projection.name(),
                                        edge.receptor, fault.what()));
        }
    }
}

}  // namespace

std::uint64_t batch_edges(std::uint64_t edges_of_thread, std::uint32_t cycles) {
    constexpr std::uint64_t least = 4096;
    constexpr std::uint64_t most = std::uint64_t{1} << 19;
    return std::max(least, std::clamp(edges_of_thread / 32, least, most) / cycles);
}

std::uint64_t construction_bytes(std::uint64_t gids, std::uint64_t nodes_of_rank, std::uint64_t edges_of_rank,
                                 std::uint32_t threads, std::uint32_t cycles, bool from_files) {
    // Drawn and arrived edge, or, from a file: read, sent, received and arrived.
    const std::uint64_t per_edge = from_files ? 32 + 2 * 32 + 32 : 32 + 40;
    return gids * sizeof(std::uint32_t) * (std::uint64_t{threads} + 1) +
           nodes_of_rank * (sizeof(Place) + sizeof(Gid)) +
           threads * batch_edges(edges_of_rank / threads, cycles) * per_edge;
}

Shares construct(const ConstructionPlan& plan, const mpi::Communicator& comm, ThreadTeam& team) {
    Shares shares = mpi::agreed(comm, [&] { return make_shares(plan, team); });

    std::uint64_t all_edges = 0;
    for (const auto& projection : plan.circuit.projections()) all_edges += projection->edge_count();
    const auto owners = static_cast<std::uint64_t>(comm.size()) * team.size();
    const std::uint64_t batch = batch_edges(all_edges / owners, plan.nodes.cycles());

    std::vector<RowLengths> lengths(team.size());
    mpi::agreed(comm, [&] { team.run([&](std::uint32_t t) { lengths[t].resize(plan.shape.gids); }); });
    stream_edges(plan, comm, team, EdgeDetail::ends, batch,
                 [&](std::uint32_t t, const circuit::Projection&, std::span<const ArrivedEdge> edges) {
                     count_rows(lengths[t], edges);
                 });
    mpi::agreed(comm, [&] {
        team.run([&](std::uint32_t t) {
            shares[t]->table().reserve(lengths[t]);
            RowLengths().swap(lengths[t]);
        });
    });
    stream_edges(plan, comm, team, EdgeDetail::all, batch,
                 [&](std::uint32_t t, const circuit::Projection& projection,
                     std::span<const ArrivedEdge> edges) { place(*shares[t], projection, edges); });
    mpi::agreed(comm, [&] {
        team.run([&](std::uint32_t t) {
            shares[t]->table().finish();
            shares[t]->arena().retain_pages();
        });
    });
    return shares;
}

}  // namespace simdrive::engine
