#include "sonata/node_population.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/data_error.hpp"
#include "support/sonata_files.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::sonata {
namespace {

using Ids = std::vector<std::uint64_t>;

class NodePopulationTest : public testing::Test {
  protected:
    NodePopulationTest() { components_["point_neuron_models_dir"] = folder_.path() / "cells"; }

    /// The population "a" of a file with these type ids, and of a table with this text ("" = no table).
    NodePopulation nodes(const std::vector<std::int64_t>& types, const std::string& table,
                         const test::FillGroup& fill = {}) {
        NetworkFile entry;
        // A file of its own for each: HDF5 does not replace one that is still open.
        entry.file = folder_.path(fmt::format("nodes{}.h5", number_++));
        if (!table.empty()) entry.types_file = folder_.write("types.csv", table);
        entry.populations = settings_;
        test::write_nodes(entry.file.string(), "a", types, fill);
        return {entry, "a", components_};
    }

    test::TemporaryFolder folder_;
    Components components_;
    std::map<std::string, nlohmann::json> settings_;
    int number_ = 0;
};

TEST_F(NodePopulationTest, TypesWithParametersOfFilesAndTables) {
    folder_.write("cells/e.json", R"({"tau_m": 20.0, "V_th": -50, "flag": true, "name": "x", "list": [1]})");
    const auto a = nodes({100, 100, 7, 100},
                         "model_type node_type_id model_template dynamics_params ei V_th angle\n"
                         "point_process 100 nest:iaf_psc_alpha e.json e -40 1.5\n"
                         "virtual 7 NULL none_at_all.json i NULL NULL\n");
    EXPECT_EQ(a.name(), "a");
    EXPECT_EQ(a.size(), 4U);
    ASSERT_EQ(a.types().size(), 2U);
    const NodeType& first = a.types()[0];
    EXPECT_EQ(first.id, 100);
    EXPECT_EQ(first.model_type, "point_neuron");
    EXPECT_EQ(first.model, (ModelTemplate{"nest", "iaf_psc_alpha"}));
    EXPECT_EQ(first.rows.flatten(), (Ids{0, 1, 3}));
    EXPECT_EQ(first.constants,
              (std::map<std::string, double>{{"tau_m", 20}, {"V_th", -40}, {"flag", 1}, {"angle", 1.5}}));
    EXPECT_EQ(first.table_only, std::set<std::string>{"angle"});
    EXPECT_EQ(first.not_numbers, (std::set<std::string>{"name", "list"}));
    EXPECT_PRED2(test::contains, first.where, "types.csv: node type 100");
    EXPECT_EQ(a.types()[1].model_type, "virtual");
    EXPECT_EQ(a.types()[1].rows.flatten(), Ids{2});
    EXPECT_TRUE(a.types()[1].constants.empty());
}

TEST_F(NodePopulationTest, IdsAreRowsUnlessTheFileSaysOtherwise) {
    const auto rows = nodes({1, 1, 1}, "");
    EXPECT_EQ(rows.first_id(), 0U);
    EXPECT_EQ(rows.node_id(2), 2U);
    EXPECT_EQ(rows.row_of(3), std::nullopt);
    const auto offset = nodes({1, 1, 1}, "", [](const io::Group& g) {
        g.write<std::int16_t>("node_id", {5, 6, 7});
    });
    EXPECT_EQ(offset.first_id(), 5U);
    EXPECT_EQ(offset.row_of(7), 2U);
    EXPECT_EQ(offset.row_of(4), std::nullopt);
    EXPECT_EQ(offset.row_of(8), std::nullopt);
    const auto listed = nodes({1, 1, 1}, "", [](const io::Group& g) {
        g.write<std::uint32_t>("node_id", {9, 2, 1000});
    });
    EXPECT_EQ(listed.first_id(), std::nullopt);
    EXPECT_EQ(listed.row_of(2), 1U);
    EXPECT_EQ(listed.row_of(1000), 2U);
    EXPECT_EQ(listed.row_of(0), std::nullopt);
    EXPECT_EQ(listed.node_id(0), 9U);
    const auto write_ids = [&](const std::vector<std::int64_t>& ids) {
        return nodes({1, 1, 1}, "", [&](const io::Group& g) { g.write("node_id", ids); });
    };
    EXPECT_DATA_ERROR(write_ids({3, 1, 3}), "/nodes/a/node_id: node id 3 occurs twice");
    EXPECT_DATA_ERROR(write_ids({0, 1}), "/nodes/a/node_id: 2 rows; expected 3");
    EXPECT_DATA_ERROR(write_ids({0, 1, -1}), "/nodes/a/node_id: row 2 is -1");
}

TEST_F(NodePopulationTest, ParametersNodeByNode) {
    const auto a = nodes({1, 1, 1, 1}, "", [](const io::Group& g) {
        const io::Group parameters = g.create_group("0").create_group("dynamics_params");
        parameters.write<float>("V_m", {-1, -2, -3, -4});
        parameters.write<std::int32_t>("t_ref", {1, 2, 3, 4});
        parameters.write_strings("text", {"a", "b", "c", "d"});
    });
    EXPECT_EQ(a.types()[0].columns, (std::set<std::string>{"V_m", "t_ref"}));
    EXPECT_EQ(a.parameter("V_m", Selection::of_ids(Ids{0, 2, 3})), (std::vector<double>{-1, -3, -4}));
    EXPECT_TRUE(a.parameter("V_m", Selection()).empty());
    EXPECT_DATA_ERROR(a.parameter("tau", Selection(1, 2)), "row 1 has no dynamics_params/tau");
}

TEST_F(NodePopulationTest, SeveralGroups) {
    const auto a = nodes({1, 1, 1, 1}, "", [](const io::Group& g) {
        g.write<std::uint8_t>("node_group_id", {2, 0, 2, 2});
        g.write<std::uint16_t>("node_group_index", {2, 0, 0, 1});
        g.create_group("0").create_group("dynamics_params").write<double>("tau", {10});
        g.create_group("2").create_group("dynamics_params").write<double>("V_m", {-1, -2, -3});
    });
    ASSERT_EQ(a.types().size(), 2U);
    EXPECT_EQ(a.types()[0].rows.flatten(), (Ids{0, 2, 3}));
    EXPECT_EQ(a.types()[0].columns, std::set<std::string>{"V_m"});
    EXPECT_EQ(a.types()[1].columns, std::set<std::string>{"tau"});
    EXPECT_EQ(a.parameter("V_m", a.types()[0].rows), (std::vector<double>{-3, -1, -2}));
    EXPECT_EQ(a.parameter("tau", a.types()[1].rows), (std::vector<double>{10}));
    EXPECT_DATA_ERROR(a.parameter("tau", Selection(0, 2)), "row 0 has no dynamics_params/tau");
}

TEST_F(NodePopulationTest, ParametersOfManyRowsFarApart) {
    constexpr std::uint64_t count = 600'000;
    std::vector<double> values(count);
    std::iota(values.begin(), values.end(), 0.5);
    const auto a = nodes(std::vector<std::int64_t>(count, 1), "", [&](const io::Group& g) {
        g.create_group("0").create_group("dynamics_params").write("V_m", values);
    });
    ASSERT_EQ(a.types().size(), 1U);
    EXPECT_EQ(a.types()[0].rows, Selection(0, count));
    const Selection rows = Selection::of_ids(Ids{0, 262143, 262144, 599999});
    EXPECT_EQ(a.parameter("V_m", rows), (std::vector<double>{0.5, 262143.5, 262144.5, 599999.5}));
}

TEST_F(NodePopulationTest, ModelsNodeByNode) {
    const auto a = nodes({-1, -1, -1}, "", [](const io::Group& g) {
        const io::Group group = g.create_group("0");
        group.write<std::int64_t>("model_template", {1, 0, 1});
        group.create_group("@library")
            .write_strings("model_template", {"nest:iaf_psc_exp", "nest:iaf_psc_delta"});
        group.write_strings("model_type", {"point_neuron", "point_process", "virtual"});
    });
    ASSERT_EQ(a.types().size(), 3U);
    EXPECT_EQ(a.types()[0].model.resource, "iaf_psc_delta");
    EXPECT_EQ(a.types()[1].model.resource, "iaf_psc_exp");
    EXPECT_EQ(a.types()[1].model_type, "point_neuron");
    EXPECT_EQ(a.types()[2].model_type, "virtual");
    const auto out_of_range = [](const io::Group& g) {
        const io::Group group = g.create_group("0");
        group.write<std::int64_t>("model_template", {0, 2, 0});
        group.create_group("@library").write_strings("model_template", {"nest:a", "nest:b"});
    };
    EXPECT_DATA_ERROR(nodes({-1, -1, -1}, "", out_of_range),
                      "/nodes/a/0/model_template: found 2, but @library has 2");
}

TEST_F(NodePopulationTest, FileOfNodesWinsOverTableAndConfiguration) {
    settings_["a"] = {{"type", "biophysical"}};
    const auto fill = [](const io::Group& g) {
        g.create_group("0").write_strings("model_template", {"nest:parrot_neuron", "nest:parrot_neuron"});
    };
    const auto a =
        nodes({1, 2}, "node_type_id model_template model_type\n1 nest:x point_neuron\n2 nest:x NULL\n", fill);
    ASSERT_EQ(a.types().size(), 2U);
    EXPECT_EQ(a.types()[0].model.resource, "parrot_neuron");
    EXPECT_EQ(a.types()[0].model_type, "point_neuron");
    EXPECT_EQ(a.types()[1].model_type, "biophysical");
    settings_.clear();
    EXPECT_EQ(nodes({1}, "node_type_id model_template\n1 nest:x\n").types()[0].model_type, "point_neuron");
}

TEST_F(NodePopulationTest, Faults) {
    EXPECT_DATA_ERROR(nodes({1, 3}, "node_type_id ei\n1 e\n"), "/nodes/a: node type 3 is not in ");
    EXPECT_DATA_ERROR(nodes({1}, "node_type_id model_type dynamics_params\n1 point_neuron no.json\n"),
                      "types.csv: node type 1: dynamics_params: no file \"no.json\" in ");
    folder_.write("cells/list.json", "[1]");
    EXPECT_DATA_ERROR(nodes({1}, "node_type_id model_type dynamics_params\n1 point_neuron list\n"),
                      "list.json: expected a JSON object");
    EXPECT_DATA_ERROR(nodes({1, 1}, "",
                            [](const io::Group& g) {
                                g.create_group("0");
                                g.create_group("1");
                            }),
                      "has 2 groups; expected node_group_id and node_group_index");
    EXPECT_DATA_ERROR(nodes({1, 1}, "",
                            [](const io::Group& g) {
                                g.create_group("0");
                                g.write<std::int64_t>("node_group_id", {0, 4});
                            }),
                      "node_group_id: row 1: there is no group 4");
    EXPECT_DATA_ERROR(nodes({1, 1}, "",
                            [](const io::Group& g) {
                                g.create_group("0").create_group("dynamics_params").write<double>("V_m", {1});
                            })
                          .parameter("V_m", Selection(0, 2)),
                      "/nodes/a/0/dynamics_params/V_m: index 1 is used, but there are 1 rows");
    NetworkFile entry;
    entry.file = folder_.path("nodes.h5");
    test::write_nodes(entry.file.string(), "a", {1});
    EXPECT_DATA_ERROR(NodePopulation(entry, "b", {}), "/nodes: no group \"b\"");
    test::write_hdf5(entry.file.string(), [](const io::Group& root) { root.write_attribute("magic", 5U); });
    EXPECT_DATA_ERROR(NodePopulation(entry, "a", {}), "nodes.h5: attribute \"magic\" is 0x0005");
}

TEST_F(NodePopulationTest, OpensAllOrThoseThatTheConfigurationLists) {
    NetworkFile entry;
    entry.file = folder_.path("two.h5");
    entry.where = "c.json: networks.nodes[0]";
    test::write_hdf5(entry.file.string(), [](const io::Group& root) {
        const io::Group nodes = root.create_group("nodes");
        for (const char* name : {"a", "b"}) nodes.create_group(name).write<std::int64_t>("node_type_id", {1});
    });
    Problems problems;
    EXPECT_EQ(NodePopulation::open_all(entry, {}, problems).size(), 2U);
    entry.populations = {{"b", nullptr}, {"c", nullptr}};
    const auto listed = NodePopulation::open_all(entry, {}, problems);
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed[0]->name(), "b");
    ASSERT_EQ(problems.messages().size(), 1U);
    EXPECT_TRUE(problems.messages()[0].starts_with("c.json: networks.nodes[0]: ")) << problems.messages()[0];
    entry.file = folder_.path("none.h5");
    entry.populations.clear();
    EXPECT_TRUE(NodePopulation::open_all(entry, {}, problems).empty());
    EXPECT_EQ(problems.messages().size(), 2U);
}

}  // namespace
}  // namespace simdrive::sonata
