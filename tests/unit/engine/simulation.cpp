// Whole constructions and runs on circuits drawn from rules, without files.
#include "engine/simulation.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "circuit/drawn_population.hpp"
#include "circuit/drawn_projection.hpp"
#include "engine/load.hpp"
#include "engine/plan_synapses.hpp"
#include "engine/replay.hpp"
#include "engine/spike_order.hpp"

namespace simdrive::engine {
namespace {

using nlohmann::json;

constexpr std::array both_deliveries{Delivery::when_due, Delivery::at_once};

/// Rows of a table by form and population of the source.
std::vector<std::vector<double>> rows_of(const ConnectionTable& table) {
    std::vector<std::vector<double>> rows;
    for (std::size_t f = 0; f < table.layout().forms.size(); ++f) {
        rows.emplace_back();
        for (std::size_t p = 0; p < table.layout().populations(); ++p)
            rows.back().push_back(static_cast<double>(table.rows(f).rows(p)));
    }
    return rows;
}

/// A small recurrent circuit with a skewed population of constants, one stimulus of each target, and a
/// population that nobody drives. Weights are equal and drawn ones.
class Network {
  public:
    explicit Network(Delivery delivery) : grid_(0.1) {
        std::vector<std::unique_ptr<circuit::Population>> populations;
        populations.push_back(
            population("A", 90, json{{"I_e", 400.0}, {"V_m", {{"uniform", {{"min", -70}, {"max", -56}}}}}}));
        populations.push_back(
            population("B", 40, json{{"C_m", {{"uniform", {{"min", 200}, {"max", 300}}}}}}));
        circuit_ = circuit::Circuit(std::move(populations));
        std::vector<std::unique_ptr<circuit::Projection>> projections;
        projections.push_back(projection("A_B", 0, 1, {{"fixed_indegree", {{"indegree", 20}}}}, 300.0));
        projections.push_back(projection("A_A", 0, 0, {{"pairwise_bernoulli", {{"p", 0.1}}}},
                                         {{"normal", {{"mean", -20}, {"std", 4}}}}));
        projections.push_back(projection("B_A", 1, 0, {{"fixed_total_number", {{"count", 1000}}}}, -150.0));
        circuit_.connect(std::move(projections), grid_, 5);
        shape_ = shape_of(circuit_, problems_);
        const auto comm = mpi::Communicator::world();
        scan_ = circuit::scan(circuit_, comm);
        plan_synapses(shape_, circuit_, scan_, 1, delivery);
        stimuli_ = plan_stimuli({entry("poisson", {{"rate", {2000.0}}, {"weight", {100.0}}}),
                                 entry("linear", {{"amp_start", {0.05}}, {"amp_end", {0.1}}})},
                                circuit_, shape_, problems_);
        problems_.throw_if_any();
    }

    struct Built {
        std::unique_ptr<RankNodes> nodes;
        std::vector<std::uint32_t> buckets;
        std::vector<std::unique_ptr<ThreadShare>> shares;
    };

    Built build(std::uint32_t cycles, ThreadTeam& team) const {
        Built built;
        built.buckets.resize(circuit_.node_count());
        for (std::size_t gid = 0; gid < built.buckets.size(); ++gid)
            built.buckets[gid] = static_cast<std::uint32_t>(gid * 7 % cycles);
        built.nodes = std::make_unique<RankNodes>(circuit_, shape_, built.buckets, 0, cycles, team.size());
        built.shares =
            construct({circuit_, scan_, shape_, stimuli_, *built.nodes, built.buckets, 1, grid_.dt()},
                      mpi::Communicator::world(), team);
        return built;
    }

    std::vector<Spike> run(std::uint32_t threads, std::uint32_t cycles, Step epoch) const {
        ThreadTeam team(threads);
        auto built = build(cycles, team);
        Replay replay;
        LoopSettings settings;
        settings.steps = 2000;
        settings.epoch = epoch;
        auto result = simulate(built.shares, replay, settings, mpi::Communicator::world(), team);
        EXPECT_EQ(result.steps, 2000);
        return result.spikes.unpacked();
    }

    const circuit::Circuit& circuit() const { return circuit_; }
    const Shape& shape() const { return shape_; }
    const StimulusPlan& stimuli() const { return stimuli_; }
    const circuit::Scan& scan() const { return scan_; }

  private:
    static std::unique_ptr<circuit::Population> population(const std::string& name, int size,
                                                           const json& parameters) {
        return circuit::make_drawn_population(name,
                                              {{"size", size},
                                               {"model_type", "point_neuron"},
                                               {"model_template", "nest:iaf_psc_exp"},
                                               {"dynamics_params", parameters}},
                                              5, "test");
    }
    std::unique_ptr<circuit::Projection> projection(const std::string& name, std::size_t source,
                                                    std::size_t target, const json& rule,
                                                    const json& weight) const {
        const auto& populations = circuit_.populations();
        return circuit::make_drawn_projection(name,
                                              {{"source", populations[source]->name()},
                                               {"target", populations[target]->name()},
                                               {"rule", rule},
                                               {"syn_weight", weight},
                                               {"delay", {{"uniform", {{"min", 0.5}, {"max", 3.0}}}}}},
                                              {source, target, *populations[source], *populations[target]},
                                              {grid_, 5}, "test");
    }
    StimulusEntry entry(const std::string& model, std::map<std::string, std::vector<double>> values) const {
        StimulusEntry made;
        made.name = model;
        made.model = find_in(stimulus_model_catalogue(), model);
        for (const auto& field : made.model->fields()) {
            if (!values.contains(std::string(field.name)))
                values[std::string(field.name)] = {field.default_value};
        }
        made.settings = {values, 0.1, 2000, 5, 77};
        if (values.contains("weight")) made.weight = values["weight"][0];
        made.rows = {Selection(10, 60), Selection()};
        return made;
    }

    TimeGrid grid_;
    Problems problems_;
    circuit::Circuit circuit_;
    Shape shape_;
    circuit::Scan scan_;
    StimulusPlan stimuli_;
};

TEST(Simulation, SpikesDoNotDependOnThreadsCyclesEpochsOrDelivery) {
    const auto reference = Network(Delivery::when_due).run(1, 1, 5);
    ASSERT_GT(reference.size(), 200U);
    EXPECT_TRUE(std::is_sorted(reference.begin(), reference.end()));
    for (const auto delivery : both_deliveries) {
        const Network network(delivery);
        for (const std::uint32_t threads : {1U, 2U, 3U, 7U}) {
            for (const std::uint32_t cycles : {1U, 4U}) EXPECT_EQ(network.run(threads, cycles, 5), reference);
        }
        EXPECT_EQ(network.run(2, 1, 1), reference);
        EXPECT_EQ(network.run(2, 1, 3), reference);
    }
}

/// The footprint of every thread is what its arena holds, byte for byte.
void expect_footprint(const Network& network, std::uint32_t threads) {
    ThreadTeam team(threads);
    const auto built = network.build(1, team);
    LoadCounter counter(network.circuit(), network.shape(), network.stimuli(), 1, threads);
    for (std::size_t gid = 0; gid < network.circuit().node_count(); ++gid)
        counter.add(gid, 0, network.scan().in_degrees.counts(gid));
    const SynapseLayout& layout = network.shape().synapses;
    for (std::uint32_t t = 0; t < threads; ++t) {
        auto load = counter.load(0, t);
        const auto& table = built.shares[t]->table();
        load.rows = rows_of(table);
        const auto footprint = thread_footprint(network.shape(), network.stimuli(), load);
        const auto statistics = built.shares[t]->arena().statistics();
        EXPECT_EQ(footprint.total().requested, statistics.requested);
        EXPECT_EQ(footprint.total().allocated, statistics.allocated);
        // The expectation that a dry run uses instead of the count of rows.
        const auto expected = expected_rows(network.circuit(), network.scan(), layout, load);
        for (std::size_t f = 0; f < layout.forms.size(); ++f) {
            for (std::size_t p = 0; p < layout.populations(); ++p)
                EXPECT_NEAR(expected[f][p], load.rows[f][p], 0.1 * load.rows[f][p] + 1);
        }
    }
}

TEST(Simulation, FootprintIsWhatTheArenasHold) {
    for (const auto delivery : both_deliveries) {
        const Network network(delivery);
        ASSERT_EQ(network.shape().synapses.forms.size(), 2U) << "equal weights and drawn ones";
        for (const std::uint32_t threads : {1U, 3U}) expect_footprint(network, threads);
    }
}

TEST(Simulation, AStopRequestEndsTheRunAtTheNextExchange) {
    const Network network(Delivery::at_once);
    ThreadTeam team(2);
    auto built = network.build(1, team);
    Replay replay;
    std::atomic<bool> stop = false;
    LoopSettings settings;
    settings.steps = 2000;
    settings.epoch = 5;
    settings.stop = &stop;
    settings.on_epoch = [&](Step done) {
        if (done == 100) stop = true;
    };
    const auto result = simulate(built.shares, replay, settings, mpi::Communicator::world(), team);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.steps, 105);
}

TEST(Replay, SpikesComeInTheirEpochs) {
    Replay replay({{7, 3}, {0, 1}, {5, 2}, {5, 1}});
    std::vector<PackedSpike> out;
    replay.emit(0, 0, 1, out);
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(out[0], PackedSpike(0, 1));
    out.clear();
    replay.emit(0, 1, 6, out);
    EXPECT_EQ(out, (std::vector<PackedSpike>{{5, 1}, {5, 2}}));
    out.clear();
    replay.emit(5, 1, 6, out);
    EXPECT_EQ(out, (std::vector<PackedSpike>{{2, 3}}));
}

TEST(SpikeOrder, OneRankSorts) {
    const auto comm = mpi::Communicator::world();
    const std::vector<Spike> spikes{{5, 2}, {1, 9}, {5, 1}, {0, 3}};
    EXPECT_EQ(in_global_order(spikes, SpikeOrder::by_time, comm),
              (std::vector<Spike>{{0, 3}, {1, 9}, {5, 1}, {5, 2}}));
    EXPECT_EQ(in_global_order(spikes, SpikeOrder::by_id, comm),
              (std::vector<Spike>{{5, 1}, {5, 2}, {0, 3}, {1, 9}}));
    EXPECT_TRUE(in_global_order({}, SpikeOrder::by_time, comm).empty());
}

}  // namespace
}  // namespace simdrive::engine
