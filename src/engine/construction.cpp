#include "engine/construction.hpp"

#include <algorithm>

#include "engine/edge_stream.hpp"
#include "memory/numa_pages.hpp"
#include "memory/numa_policy.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::engine {

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

/// Passes on the edges of one pass over the circuit.
void stream(const ConstructionPlan& plan, const Shares& shares, std::uint64_t batch, bool placing,
            const mpi::Communicator& comm, ThreadTeam& team) {
    const auto& layout = plan.shape.synapses;
    const EdgeSink sink = [&](std::uint32_t thread, std::size_t projection, const SynapseBatch& edges) {
        const std::size_t form = layout.form_of[projection];
        const std::size_t source = plan.circuit.projections()[projection]->source();
        SynapseRows& rows = shares[thread]->table().rows(form);
        if (placing) {
            rows.place(source, edges);
        } else {
            rows.count(source, edges);
        }
    };
    stream_edges({plan, shares, batch, placing, sink}, comm, team);
}

}  // namespace

std::uint64_t batch_edges(std::uint64_t edges_of_thread, std::uint32_t cycles) {
    constexpr std::uint64_t least = 4096;
    constexpr std::uint64_t most = least * most_useful_cycles;
    return std::max(least, std::clamp(edges_of_thread / 32, least, most) / cycles);
}

std::uint64_t construction_bytes(const SynapseLayout& layout, const ConstructionSize& size) {
    // Columns of a batch, drawn or landed; or, from a file: read, sent, received and landed.
    const std::uint64_t per_edge = size.looked_up > 0 ? 32 + 2 * 32 + 24 : 36;
    std::uint64_t counters = 0;
    for (std::size_t f = 0; f < layout.forms.size(); ++f)
        counters += SynapseRows::counter_bytes(layout, f, size.slots_of_thread);
    return size.threads *
               (counters + batch_edges(size.edges_of_rank / size.threads, size.cycles) * per_edge) +
           size.looked_up * sizeof(std::uint32_t);
}

Shares construct(const ConstructionPlan& plan, const mpi::Communicator& comm, ThreadTeam& team) {
    Shares shares = mpi::agreed(comm, [&] { return make_shares(plan, team); });

    std::uint64_t all_edges = 0;
    for (const auto& projection : plan.circuit.projections()) all_edges += projection->edge_count();
    const auto owners = std::uint64_t{plan.ranks} * team.size();
    const std::uint64_t batch = batch_edges(all_edges / owners, plan.nodes.cycles());

    stream(plan, shares, batch, false, comm, team);
    mpi::agreed(comm, [&] { team.run([&](std::uint32_t t) { shares[t]->table().reserve(); }); });
    stream(plan, shares, batch, true, comm, team);
    mpi::agreed(comm, [&] {
        team.run([&](std::uint32_t t) {
            shares[t]->table().finish();
            shares[t]->arena().retain_pages();
        });
    });
    return shares;
}

}  // namespace simdrive::engine
