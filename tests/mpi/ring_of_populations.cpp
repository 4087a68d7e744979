// Whole runs of a circuit whose connections are local: each population projects onto the next one, and each
// rank owns neighbouring populations, so that most pairs of ranks have nothing to tell each other.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "circuit/drawn_population.hpp"
#include "circuit/drawn_projection.hpp"
#include "engine/exchange_plan.hpp"
#include "engine/plan_synapses.hpp"
#include "engine/replay.hpp"
#include "engine/simulation.hpp"
#include "engine/spike_order.hpp"

namespace simdrive::engine {
namespace {

using nlohmann::json;

constexpr int populations = 8;
constexpr int neurons = 40;
constexpr std::uint64_t seed = 5;

/// Driven hard and alike, so that many spike at once: lists outgrow the room of a message.
circuit::Circuit ring(const TimeGrid& grid) {
    std::vector<std::unique_ptr<circuit::Population>> members;
    for (int p = 0; p < populations; ++p) {
        members.push_back(circuit::make_drawn_population(
            std::string(1, static_cast<char>('A' + p)),
            {{"size", neurons},
             {"model_type", "point_neuron"},
             {"model_template", "nest:iaf_psc_exp"},
             {"dynamics_params", {{"I_e", 600.0 + p}, {"V_m", {{"uniform", {{"min", -70}, {"max", -69}}}}}}}},
            seed, "test"));
    }
    circuit::Circuit circuit(std::move(members));
    std::vector<std::unique_ptr<circuit::Projection>> projections;
    for (std::size_t p = 0; p < populations; ++p) {
        const std::size_t next = (p + 1) % populations;
        const auto& all = circuit.populations();
        projections.push_back(
            circuit::make_drawn_projection(all[p]->name() + all[next]->name(),
                                           {{"source", all[p]->name()},
                                            {"target", all[next]->name()},
                                            {"rule", {{"fixed_indegree", {{"indegree", 8}}}}},
                                            {"syn_weight", {{"normal", {{"mean", 60}, {"std", 30}}}}},
                                            {"delay", {{"uniform", {{"min", 0.8}, {"max", 2.0}}}}}},
                                           {p, next, *all[p], *all[next]}, {grid, seed}, "test"));
    }
    circuit.connect(std::move(projections), grid, seed);
    return circuit;
}

struct Ran {
    std::vector<Spike> spikes;  // of all ranks, in order
    double share;               // of the other ranks that a spike goes to
    std::size_t receivers;
};

Ran run(const mpi::Communicator& comm, ExchangeKind kind, std::uint32_t threads) {
    const TimeGrid grid(0.1);
    const auto circuit = ring(grid);
    Problems problems;
    Shape shape = shape_of(circuit, problems);
    problems.throw_if_any();
    const auto scan = circuit::scan(circuit, comm);
    plan_synapses(shape, circuit, scan, 1, std::nullopt);
    const StimulusPlan stimuli;
    const auto ranks = static_cast<std::uint64_t>(comm.size());
    std::vector<std::uint32_t> rank_of(circuit.node_count());
    for (Gid gid = 0; gid < rank_of.size(); ++gid)
        rank_of[gid] = static_cast<std::uint32_t>(gid * ranks / rank_of.size());
    const RankNodes nodes(circuit, shape, rank_of, static_cast<std::uint32_t>(comm.rank()), 1, threads);
    ThreadTeam team(threads);
    auto shares = construct(
        {circuit, scan, shape, stimuli, nodes, rank_of, static_cast<std::uint32_t>(comm.size()), grid.dt()},
        comm, team);
    const auto plan = plan_exchange(shares, nodes, rank_of, kind, 0.4, comm);
    Replay replay;
    LoopSettings settings;
    settings.steps = 1000;
    settings.epoch = shape.epoch;
    settings.patient = false;
    settings.targets = plan.targets ? &*plan.targets : nullptr;
    const auto result = simulate(shares, replay, settings, comm, team);
    const auto ordered = in_global_order(result.spikes.unpacked(), SpikeOrder::by_time, comm);
    return {comm.gather_all(std::span<const Spike>(ordered)).take_values(), plan.share,
            plan.targets ? plan.targets->receivers().size() : 0};
}

TEST(RingOfPopulations, TheSameSpikesWhereverTheyAreSent) {
    const auto comm = mpi::Communicator::world();
    const auto expected = run(mpi::Communicator::self(), ExchangeKind::to_all, 1).spikes;
    ASSERT_GT(expected.size(), 1000U);
    EXPECT_EQ(run(comm, ExchangeKind::to_all, 1).spikes, expected);
    for (const std::uint32_t threads : {1U, 3U}) {
        const auto ran = run(comm, ExchangeKind::to_targets, threads);
        EXPECT_EQ(ran.spikes, expected);
        if (comm.size() == 1) continue;
        EXPECT_EQ(ran.receivers, 1U) << "a rank has the next one's sources, and no other's";
        EXPECT_LT(ran.share, 1);
    }
}

}  // namespace
}  // namespace simdrive::engine
