#include "sonata/edge_population.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/data_error.hpp"
#include "support/sonata_files.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::sonata {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using Doubles = std::vector<double>;

class EdgePopulationTest : public testing::Test {
  protected:
    EdgePopulationTest() { components_["synaptic_models_dir"] = folder_.path() / "synapses"; }

    EdgePopulation edges(const test::EdgeList& list, const std::string& table,
                         const test::FillGroup& fill = {}, const std::string& name = "a_to_b") {
        NetworkFile entry;
        // A file of its own for each: HDF5 does not replace one that is still open.
        entry.file = folder_.path(fmt::format("edges{}.h5", number_++));
        if (!table.empty()) entry.types_file = folder_.write("types.csv", table);
        test::write_edges(entry.file.string(), name, list, fill);
        return {entry, name, components_};
    }
    static EdgeColumns all(const EdgePopulation& population) {
        EdgeColumns out;
        population.read(0, population.size(), out);
        return out;
    }

    test::TemporaryFolder folder_;
    Components components_;
    int number_ = 0;
};

TEST_F(EdgePopulationTest, DefaultsWhereNothingIsSaid) {
    const auto e = edges({{3, 1, 2}, {0, 0, 5}, {}}, "");
    EXPECT_EQ(e.name(), "a_to_b");
    EXPECT_EQ(e.source(), "a");
    EXPECT_EQ(e.target(), "b");
    EXPECT_EQ(e.size(), 3U);
    EXPECT_EQ(e.synapse_models(), std::vector<std::string>{"static_synapse"});
    const auto columns = all(e);
    EXPECT_EQ(columns.source_node_id, (std::vector<NodeId>{3, 1, 2}));
    EXPECT_EQ(columns.target_node_id, (std::vector<NodeId>{0, 0, 5}));
    EXPECT_EQ(columns.weight, (Doubles{1, 1, 1}));
    EXPECT_EQ(columns.delay, (Doubles{1, 1, 1}));
    EXPECT_EQ(columns.receptor, (std::vector<std::int32_t>{0, 0, 0}));
    EXPECT_EQ(columns.synapse_model, (std::vector<std::uint16_t>{0, 0, 0}));
}

TEST_F(EdgePopulationTest, TypesOfOnePopulationAreNotThoseOfTheNext) {
    const auto typed = edges({{0, 0}, {0, 0}, {1, 1}}, "edge_type_id syn_weight\n1 5\n");
    const auto untyped = edges({{0, 0}, {0, 0}, {}}, "edge_type_id syn_weight\n1 7\n");
    EXPECT_EQ(all(typed).weight, (Doubles{5, 5}));
    EXPECT_DATA_ERROR(all(untyped), "edge 0: type -1 is not in");
}

TEST_F(EdgePopulationTest, WhatAllEdgesShareNeedNotBeReadAgain) {
    auto e =
        edges({{0, 1, 2}, {2, 1, 0}, {1, 1, 1}}, "edge_type_id syn_weight\n1 5\n", [](const io::Group& g) {
            const io::Group group = g.create_group("0");
            group.write<double>("delay", {1, 2, 3});
            group.write<std::int32_t>("receptor_type", {4, 4, 4});
        });
    const auto before = all(e);
    EXPECT_EQ(e.habits().group, 0);
    EXPECT_EQ(e.habits().type, 1);
    EXPECT_EQ(e.habits().receptor, 4);
    e.assume(e.habits());
    const auto after = all(e);
    EXPECT_EQ(after.weight, before.weight);
    EXPECT_EQ(after.delay, (Doubles{1, 2, 3}));
    EXPECT_EQ(after.receptor, before.receptor);
    EdgeColumns part;
    e.read_delays(1, 2, part);
    EXPECT_EQ(part.target_node_id, (std::vector<NodeId>{1, 0}));
    EXPECT_EQ(part.delay, (Doubles{2, 3}));
    EXPECT_EQ(part.receptor, (std::vector<std::int32_t>{4, 4}));
    EXPECT_TRUE(part.weight.empty());
}

TEST_F(EdgePopulationTest, FileWinsOverTableOverParameterFile) {
    folder_.write("synapses/s.json", R"({"syn_weight": 7.0, "delay": 3.0, "receptor_type": 2, "tau": 1})");
    const std::string table =
        "edge_type_id syn_weight delay dynamics_params model_template receptor_type\n"
        "1 NULL NULL s.json static_synapse NULL\n2 -4 2.5 s.json nest:tsodyks_synapse 3\n";
    const auto e = edges({{0, 0, 0}, {0, 0, 0}, {1, 2, 2}}, table);
    auto columns = all(e);
    EXPECT_EQ(columns.weight, (Doubles{7, -4, -4}));
    EXPECT_EQ(columns.delay, (Doubles{3, 2.5, 2.5}));
    EXPECT_EQ(columns.receptor, (std::vector<std::int32_t>{2, 3, 3}));
    EXPECT_EQ(e.synapse_models(), (std::vector<std::string>{"static_synapse", "tsodyks_synapse"}));
    EXPECT_EQ(columns.synapse_model, (std::vector<std::uint16_t>{0, 1, 1}));
    const auto filled = edges({{0, 0, 0}, {0, 0, 0}, {1, 2, 2}}, table, [](const io::Group& g) {
        const io::Group group = g.create_group("0");
        group.write<float>("syn_weight", {0.5, 1.5, 2.5});
        group.write<double>("delay", {nan, nan, 9});
        group.write<std::int16_t>("receptor_type", {1, 4, 1});
    });
    columns = all(filled);
    EXPECT_EQ(columns.weight, (Doubles{0.5, 1.5, 2.5}));
    EXPECT_EQ(columns.delay, (Doubles{3, 2.5, 9}));
    EXPECT_EQ(columns.receptor, (std::vector<std::int32_t>{1, 4, 1}));
}

TEST_F(EdgePopulationTest, NumberOfSynapsesMultiplies) {
    const auto e =
        edges({{0, 0}, {0, 0}, {1, 1}}, "edge_type_id syn_weight\n1 -1.5\n", [](const io::Group& g) {
            g.create_group("0").write<std::uint32_t>("nsyns", {3, 0});
        });
    EXPECT_EQ(all(e).weight, (Doubles{-4.5, -0.0}));
    const auto negative_integers = edges({{0, 0}, {0, 0}, {}}, "", [](const io::Group& g) {
        const io::Group group = g.create_group("0");
        group.write<std::int64_t>("syn_weight", {-2, 5});
        group.write<std::uint64_t>("nsyns", {4, 2});
    });
    EXPECT_EQ(all(negative_integers).weight, (Doubles{-8, 10}));
    EXPECT_EQ(all(edges({{0}, {0}, {1}}, "edge_type_id syn_weight nsyns\n1 2 5\n")).weight, Doubles{10});
    EXPECT_DATA_ERROR(all(edges({{0, 0}, {0, 0}, {}}, "",
                                [](const io::Group& g) {
                                    g.create_group("0").write<std::int8_t>("nsyns", {1, -1});
                                })),
                      "/edges/a_to_b/0/nsyns: edge 1: nsyns is -1");
}

TEST_F(EdgePopulationTest, OtherSpellings) {
    const auto pynn = edges({{0}, {0}, {}}, "", [](const io::Group& g) {
        const io::Group parameters = g.create_group("0").create_group("dynamics_params");
        parameters.write<double>("weight", {0.25});
        parameters.write<double>("delay", {0.5});
    });
    EXPECT_EQ(all(pynn).weight, Doubles{0.25});
    EXPECT_EQ(all(pynn).delay, Doubles{0.5});
    const auto conductance = edges({{0}, {0}, {-1}}, "", [](const io::Group& g) {
        g.create_group("0").write<float>("conductance", {2});
    });
    EXPECT_EQ(all(conductance).weight, Doubles{2});
}

TEST_F(EdgePopulationTest, SignOnlyWhereItIsAskedFor) {
    folder_.write("synapses/inh.json", R"({"level_of_detail": "instantaneous", "sign": -1})");
    auto e = edges({{0}, {0}, {1}}, "edge_type_id syn_weight dynamics_params\n1 2 inh.json\n");
    EXPECT_EQ(all(e).weight, Doubles{2});
    e.multiply_by_sign(true);
    EXPECT_EQ(all(e).weight, Doubles{-2});
}

TEST_F(EdgePopulationTest, SeveralGroupsInAnyOrder) {
    const auto e = edges({{0, 1, 2, 3}, {0, 0, 0, 0}, {}}, "", [](const io::Group& g) {
        g.write<std::int8_t>("edge_group_id", {1, 0, 1, 1});
        g.write<std::int16_t>("edge_group_index", {2, 0, 0, 1});
        g.create_group("0").write<double>("delay", {5});
        g.create_group("1").write<double>("syn_weight", {10, 11, 12});
    });
    auto columns = all(e);
    EXPECT_EQ(columns.weight, (Doubles{12, 1, 10, 11}));
    EXPECT_EQ(columns.delay, (Doubles{1, 5, 1, 1}));
    e.read(1, 2, columns);
    EXPECT_EQ(columns.source_node_id, (std::vector<NodeId>{1, 2}));
    EXPECT_EQ(columns.weight, (Doubles{1, 10}));
}

TEST_F(EdgePopulationTest, PiecesMakeTheWhole) {
    constexpr std::uint64_t count = 100'000;
    test::EdgeList list;
    std::vector<double> weights(count);
    std::vector<std::uint32_t> index(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        list.sources.push_back(i * 31 % 1000);
        list.targets.push_back(i * 17 % 1000);
        weights[i] = static_cast<double>(i);
        index[i] = static_cast<std::uint32_t>(i * 77'777 % count);  // a permutation: scattered reads
    }
    const auto e = edges(list, "", [&](const io::Group& g) {
        g.write("edge_group_index", index);
        g.create_group("0").write("syn_weight", weights);
    });
    EdgeColumns columns;
    EdgeColumns ends;
    for (std::uint64_t first = 0; first < count;) {
        const std::uint64_t piece = std::min<std::uint64_t>(first % 5 == 0 ? 1 : 999, count - first);
        e.read(first, piece, columns);
        e.read_ends(first, piece, ends);
        ASSERT_EQ(columns.size(), piece);
        for (std::uint64_t i = 0; i < piece; ++i)
            ASSERT_EQ(columns.weight[i], static_cast<double>(index[first + i]));
        ASSERT_EQ(columns.source_node_id, ends.source_node_id);
        ASSERT_EQ(columns.target_node_id, ends.target_node_id);
        ASSERT_EQ(ends.target_node_id[0], list.targets[first]);
        ASSERT_TRUE(ends.weight.empty());
        first += piece;
    }
}

TEST_F(EdgePopulationTest, ModelsEdgeByEdge) {
    const auto e = edges({{0, 0, 0}, {0, 0, 0}, {}}, "", [](const io::Group& g) {
        g.create_group("0").write_strings("model_template", {"nest:b", "static_synapse", "nest:b"});
    });
    EXPECT_EQ(e.synapse_models(), (std::vector<std::string>{"static_synapse", "b"}));
    EXPECT_EQ(all(e).synapse_model, (std::vector<std::uint16_t>{1, 0, 1}));
}

TEST_F(EdgePopulationTest, PopulationsFromTheNameOfTheEdges) {
    const test::EdgeList bare = {{0}, {0}, {}, "", ""};
    EXPECT_EQ(edges(bare, "", {}, "v1_to_v2").target(), "v2");
    const auto obi = edges(bare, "", {}, "hex_O1__thalamus__chemical");
    EXPECT_EQ(obi.source(), "hex_O1");
    EXPECT_EQ(obi.target(), "thalamus");
    EXPECT_DATA_ERROR(edges(bare, "", {}, "synapses"),
                      "source_node_id: has no attribute \"node_population\"");
    EXPECT_DATA_ERROR(edges(bare, "", {}, "a_to_b_to_c"), "node_population");
}

TEST_F(EdgePopulationTest, NoEdges) {
    const auto e =
        edges({}, "edge_type_id syn_weight\n1 2\n", [](const io::Group& g) { g.create_group("0"); });
    EXPECT_EQ(e.size(), 0U);
    EXPECT_EQ(all(e).size(), 0U);
}

TEST_F(EdgePopulationTest, Faults) {
    const std::string table = "edge_type_id syn_weight\n1 2\n";
    EXPECT_DATA_ERROR(all(edges({{0, 0}, {0, 0}, {1, 9}}, table)),
                      "/edges/a_to_b/edge_type_id: edge 1: type 9 is not in ");
    EXPECT_DATA_ERROR(edges({{0, 0}, {0}, {}}, ""), "target_node_id: 1 rows; expected 2");
    EXPECT_DATA_ERROR(edges({{0, 0}, {0, 0}, {1}}, table), "edge_type_id: 1 rows; expected 2");
    EXPECT_DATA_ERROR(edges({{0}, {0}, {1}}, "edge_type_id delay\n1 soon\n"),
                      "types.csv: edge type 1: delay: \"soon\" is no number");
    EXPECT_DATA_ERROR(edges({{0}, {0}, {1}}, "edge_type_id dynamics_params\n1 no.json\n"),
                      "no file \"no.json\"");
    const auto e = edges({{0, 0}, {0, 0}, {}}, "", [](const io::Group& g) {
        g.write<std::int16_t>("edge_group_index", {0, -32768});
        g.create_group("0").write<double>("syn_weight", {1, 2});
    });
    EXPECT_DATA_ERROR(all(e), "edge_group_index: row 1 is -32768");
    EdgeColumns columns;
    EXPECT_DATA_ERROR(e.read(1, 2, columns), "2 edges from 1 were asked for, but there are 2");
    EXPECT_DATA_ERROR(e.read(1, std::numeric_limits<std::uint64_t>::max(), columns), "but there are 2");
}

}  // namespace
}  // namespace simdrive::sonata
