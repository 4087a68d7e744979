#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "sonata/configuration.hpp"
#include "sonata/edge_population.hpp"
#include "sonata/node_population.hpp"
#include "sonata/node_sets.hpp"
#include "sonata/spike_file.hpp"

namespace simdrive::sonata {
namespace {

/// A circuit of others, opened in full.
struct Opened {
    explicit Opened(const std::string& path) {
        Problems problems;
        configuration = load_configuration(path, problems);
        const auto add = [](auto& to, auto from) {
            for (auto& one : from) to.emplace(one->name(), std::move(one));
        };
        for (const auto& entry : configuration.nodes)
            add(nodes, NodePopulation::open_all(entry, configuration.components, problems));
        for (const auto& entry : configuration.edges)
            add(edges, EdgePopulation::open_all(entry, configuration.components, problems));
        problems.throw_if_any();
    }
    /// Every edge refers to nodes that exist.
    void check_ends() const {
        for (const auto& [name, population] : edges) {
            EdgeColumns columns;
            population->read(0, population->size(), columns);
            const auto& source = *nodes.at(population->source());
            const auto& target = *nodes.at(population->target());
            for (std::size_t i = 0; i < columns.size(); ++i) {
                ASSERT_TRUE(source.row_of(columns.source_node_id[i])) << name << " " << i;
                ASSERT_TRUE(target.row_of(columns.target_node_id[i])) << name << " " << i;
                ASSERT_TRUE(std::isfinite(columns.weight[i])) << name << " " << i;
            }
        }
    }
    Configuration configuration;
    std::map<std::string, std::unique_ptr<NodePopulation>> nodes;
    std::map<std::string, std::unique_ptr<EdgePopulation>> edges;
};

class SharedData : public testing::Test {
  protected:
    static constexpr const char* root = SIMDRIVE_SHARED_DIR;
    void SetUp() override {
        if (!std::filesystem::exists(std::string(root) + "/data")) GTEST_SKIP() << root << " is absent";
    }
};

TEST_F(SharedData, PointNeurons300) {
    const Opened c(std::string(root) +
                   "/data/sonata-examples/allen-sonata/examples/300_pointneurons/config.json");
    c.check_ends();
    const auto& internal = *c.nodes.at("internal");
    ASSERT_EQ(internal.types().size(), 5U);
    EXPECT_EQ(internal.types()[0].model, (ModelTemplate{"nest", "iaf_psc_alpha"}));
    EXPECT_EQ(internal.types()[0].constants.at("C_m"), 239.0);
    EXPECT_EQ(c.edges.at("internal_to_internal")->size(), 27588U);
    EdgeColumns columns;
    c.edges.at("external_to_internal")->read(0, 20844, columns);
    for (const double delay : columns.delay) ASSERT_EQ(delay, 1.0);  // neither HDF5 nor CSV has one
    c.edges.at("internal_to_internal")->read(100, 3, columns);
    for (const double delay : columns.delay) ASSERT_EQ(delay, 2.0);
    const auto& input = c.configuration.inputs.at(0);
    EXPECT_EQ(read_spikes(*input.file, "external").at("external").node_ids.size(), 4334U);
    const auto rows = NodeSets::load(c.configuration).resolve("recorded_cells", {&internal}, "test");
    EXPECT_EQ(rows.at("internal").flatten(), (std::vector<std::uint64_t>{0, 80, 160, 240, 270}));
}

TEST_F(SharedData, PointCells120) {
    const Opened c(std::string(root) +
                   "/data/sonata-examples/allen-bmtk/examples/point_120cells/config.simulation.json");
    c.check_ends();
    EdgeColumns columns;
    c.edges.at("cortex_to_cortex")->read(0, 1469, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {  // −1.5 × nsyns or 2.0 × nsyns
        ASSERT_EQ(std::fmod(columns.weight[i], columns.weight[i] < 0 ? 1.5 : 2.0), 0.0) << i;
        ASSERT_EQ(columns.delay[i], 1.5) << i;
    }
}

TEST_F(SharedData, IntFire300) {
    const Opened c(std::string(root) + "/data/sonata-examples/allen-sonata/examples/300_intfire/config.json");
    c.check_ends();
    EXPECT_EQ(c.nodes.at("v1")->types().at(0).model, (ModelTemplate{"nrn", "IntFire1"}));
    auto& edges = *c.edges.at("v1_to_v1");
    EdgeColumns columns;
    edges.read(0, edges.size(), columns);
    EXPECT_GT(*std::min_element(columns.weight.begin(), columns.weight.end()), 0.0);
    edges.multiply_by_sign(true);
    edges.read(0, edges.size(), columns);
    EXPECT_LT(*std::min_element(columns.weight.begin(), columns.weight.end()), 0.0);
}

TEST_F(SharedData, ReferenceNetworks) {
    for (const char* name :
         {"iaf_psc_exp", "iaf_psc_alpha", "iaf_psc_delta", "iaf_cond_exp", "aeif_cond_exp"}) {
        const Opened c(std::string(root) + "/reference/networks/" + name + "/simulation_config.json");
        c.check_ends();
        const auto& cortex = *c.nodes.at("cortex");
        for (const NodeType& type : cortex.types()) {
            EXPECT_EQ(type.model.resource, name);
            EXPECT_TRUE(type.columns.contains("V_m")) << name;
        }
        EXPECT_EQ(cortex.parameter("V_m", Selection(0, cortex.size())).size(), cortex.size());
    }
}

TEST_F(SharedData, OtherDialect) {
    const std::string folder = std::string(root) + "/data/sonata-examples/libsonata/tests/data/";
    NetworkFile entry;
    entry.file = folder + "nodes1.h5";
    entry.populations["nodes-A"] = {{"type", "point_neuron"}};
    const NodePopulation nodes(entry, "nodes-A", {});
    ASSERT_EQ(nodes.types().size(), 1U);
    EXPECT_EQ(nodes.types()[0].id, -1);
    EXPECT_EQ(nodes.types()[0].model_type, "point_neuron");
    EXPECT_EQ(nodes.parameter("dparam-X", Selection(1, 3)).size(), 2U);
    for (const char* file : {"edges1.h5", "edges-no-index.h5"}) {
        NetworkFile edges;
        edges.file = folder + file;
        const EdgePopulation population(edges, "edges-AB", {});
        EXPECT_EQ(population.source(), "nodes-A");
        EXPECT_EQ(population.target(), "nodes-B");
        EdgeColumns columns;
        population.read(0, population.size(), columns);
        EXPECT_EQ(columns.source_node_id, (std::vector<NodeId>{1, 1, 2, 2, 3, 3})) << file;
    }
    EXPECT_EQ(read_spikes(folder + "spikes.h5", "").at("All").node_ids.size(), 5U);
}

}  // namespace
}  // namespace simdrive::sonata
