#include "sonata/node_sets.hpp"

#include <gtest/gtest.h>

#include "sonata/node_population.hpp"
#include "support/data_error.hpp"
#include "support/sonata_files.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::sonata {
namespace {

using json = nlohmann::json;
using Rows = std::map<std::string, std::vector<std::uint64_t>>;

/// Population "cells" from files: 6 nodes with ids 10 … 15, types e, e, i, i, v, v; population "ruled": 3.
class NodeSetsTest : public testing::Test {
  protected:
    NodeSetsTest() {
        NetworkFile entry;
        entry.file = folder_.path("nodes.h5");
        entry.types_file = folder_.write("types.csv",
                                         "node_type_id ei model_type layer\n"
                                         "1 e point_process 4\n2 i point_neuron 5\n3 NULL virtual NULL\n");
        test::write_nodes(entry.file.string(), "cells", {1, 1, 2, 2, 3, 3}, [](const io::Group& g) {
            g.write<std::uint64_t>("node_id", {10, 11, 12, 13, 14, 15});
            const io::Group group = g.create_group("0");
            group.write<double>("x", {0, 1, 2, 3, 4, 5});
            group.write_strings("name", {"L4_a", "L4_b", "L5_a", "L5_b", "none", "none"});
            group.write<std::uint8_t>("region", {0, 1, 0, 1, 0, 1});
            group.create_group("@library").write_strings("region", {"left", "right"});
        });
        cells_ = std::make_unique<NodePopulation>(entry, "cells", Components());
        ruled_ = std::make_unique<UniformAttributes>("ruled", 3,
                                                     std::map<std::string, AttributeValue>{{"ei", "e"}});
    }

    Rows resolve(const json& node_set, const json& definitions = json::object()) const {
        Rows out;
        for (const auto& [name, rows] :
             NodeSets(definitions).resolve(node_set, {cells_.get(), ruled_.get()}, "here"))
            out[name] = rows.flatten();
        return out;
    }

    test::TemporaryFolder folder_;
    std::unique_ptr<NodePopulation> cells_;
    std::unique_ptr<UniformAttributes> ruled_;
};

TEST_F(NodeSetsTest, NamesOfSetsAndPopulations) {
    EXPECT_EQ(resolve("ruled"), (Rows{{"ruled", {0, 1, 2}}}));
    EXPECT_EQ(resolve("some", {{"some", {{"population", "cells"}, {"node_id", {10, 12}}}}}),
              (Rows{{"cells", {0, 2}}}));
    EXPECT_EQ(resolve("ruled", {{"ruled", {{"population", "cells"}, {"node_ids", 15}}}}),
              (Rows{{"cells", {5}}}));
    EXPECT_EQ(resolve(json::object()), (Rows{{"cells", {0, 1, 2, 3, 4, 5}}, {"ruled", {0, 1, 2}}}));
}

TEST_F(NodeSetsTest, ListsOfNamesAreUnions) {
    const json definitions = {{"a", {{"population", "cells"}, {"node_id", {10, 11}}}},
                              {"b", {{"population", "cells"}, {"node_id", {11, 12}}}},
                              {"both", {"a", "b", "ruled"}}};
    EXPECT_EQ(resolve("both", definitions), (Rows{{"cells", {0, 1, 2}}, {"ruled", {0, 1, 2}}}));
    EXPECT_EQ(resolve(json{"b", "both"}, definitions), resolve("both", definitions));
    EXPECT_TRUE(resolve(json::array()).empty());
}

TEST_F(NodeSetsTest, ListsOfIds) {
    EXPECT_EQ(resolve(json{1, 12, 2}), (Rows{{"cells", {2}}, {"ruled", {1, 2}}}));
    EXPECT_EQ(resolve({{"population", {"cells", "ruled"}}, {"node_id", {10, 0}}}),
              (Rows{{"cells", {0}}, {"ruled", {0}}}));
}

TEST_F(NodeSetsTest, ClausesAllHold) {
    EXPECT_EQ(resolve({{"ei", "e"}}), (Rows{{"cells", {0, 1}}, {"ruled", {0, 1, 2}}}));
    EXPECT_EQ(resolve({{"ei", {"e", "i"}}, {"population", "cells"}}), (Rows{{"cells", {0, 1, 2, 3}}}));
    EXPECT_EQ(resolve({{"ei", "i"}, {"region", "right"}}), (Rows{{"cells", {3}}}));
    EXPECT_EQ(resolve({{"ei", "i"}, {"node_id", {10, 13}}}), (Rows{{"cells", {3}}}));
    EXPECT_TRUE(resolve({{"ei", "x"}}).empty());
}

TEST_F(NodeSetsTest, ModelTypeHasTwoSpellings) {
    EXPECT_EQ(resolve({{"model_type", "point_process"}}), (Rows{{"cells", {0, 1, 2, 3}}}));
    EXPECT_EQ(resolve({{"model_type", "point_neuron"}}), (Rows{{"cells", {0, 1, 2, 3}}}));
    EXPECT_EQ(resolve({{"model_type", "virtual"}}), (Rows{{"cells", {4, 5}}}));
    EXPECT_EQ(resolve({{"node_type_id", 2}}), (Rows{{"cells", {2, 3}}}));
}

TEST_F(NodeSetsTest, NumbersAndTexts) {
    EXPECT_EQ(resolve({{"layer", 4}}), (Rows{{"cells", {0, 1}}}));
    EXPECT_EQ(resolve({{"layer", "4"}}), (Rows{{"cells", {0, 1}}}));
    EXPECT_EQ(resolve({{"x", {3, 1}}}), (Rows{{"cells", {1, 3}}}));
    EXPECT_EQ(resolve({{"name", "none"}}), (Rows{{"cells", {4, 5}}}));
}

TEST_F(NodeSetsTest, Comparisons) {
    EXPECT_EQ(resolve({{"x", {{"$gt", 3}}}}), (Rows{{"cells", {4, 5}}}));
    EXPECT_EQ(resolve({{"x", {{"$gte", 3}, {"$lt", 5}}}}), (Rows{{"cells", {3, 4}}}));
    EXPECT_EQ(resolve({{"x", {{"$lte", 0}}}}), (Rows{{"cells", {0}}}));
    EXPECT_EQ(resolve({{"layer", {{"$gt", 4}}}}), (Rows{{"cells", {2, 3}}}));
    EXPECT_EQ(resolve({{"name", {{"$regex", "^L[45]_a$"}}}}), (Rows{{"cells", {0, 2}}}));
    EXPECT_TRUE(resolve({{"name", {{"$gt", 1}}}}).empty());
}

TEST_F(NodeSetsTest, Faults) {
    EXPECT_DATA_ERROR(resolve("rulde"), "here: there is neither a node set nor a population \"rulde\"");
    EXPECT_DATA_ERROR(resolve("celle"), "did you mean \"cells\"?");
    EXPECT_DATA_ERROR(resolve({{"population", "cell"}}),
                      "here.population: the circuit has no population \"cell\"; did you mean \"cells\"?");
    EXPECT_DATA_ERROR(resolve({{"population", "cells"}, {"node_id", {10, 16}}}),
                      "here.node_id: population cells has no node 16");
    EXPECT_DATA_ERROR(resolve(json{99}), "no population of the circuit has no node 99");
    EXPECT_DATA_ERROR(resolve(json{-1}), "found -1; expected node ids");
    EXPECT_DATA_ERROR(resolve({{"e1", "e"}}), "here.e1: no node of the circuit has an attribute \"e1\"");
    EXPECT_DATA_ERROR(resolve("a", {{"a", {"b"}}, {"b", {"a"}}}), "a → b → a name each other in a circle");
    EXPECT_DATA_ERROR(resolve({{"x", {{"$ge", 1}}}}), "found {\"$ge\": 1}");
    EXPECT_DATA_ERROR(resolve({{"name", {{"$regex", "("}}}}), "no regular expression");
    EXPECT_DATA_ERROR(resolve(5), "here: found 5; expected a name");
    EXPECT_DATA_ERROR(resolve({{"x", nullptr}}), "here.x: found null");
}

TEST_F(NodeSetsTest, FilesAreNeededOnlyWhereTheyAreUsed) {
    Configuration configuration;
    configuration.node_sets_files = {folder_.path("none.json"),
                                     folder_.write("sets.json", R"({"a": {"ei": "e"}, "b": ["a"]})")};
    configuration.node_sets = {{"b", {{"ei", "i"}}}};
    const NodeSets sets = NodeSets::load(configuration);
    EXPECT_EQ(sets.resolve("b", {cells_.get()}, "here").at("cells").flatten(),
              (std::vector<std::uint64_t>{2, 3}));
    EXPECT_EQ(sets.resolve("a", {cells_.get()}, "here").at("cells").flatten(),
              (std::vector<std::uint64_t>{0, 1}));
    EXPECT_DATA_ERROR(sets.resolve("c", {cells_.get()}, "here"), "none.json does not exist");
}

}  // namespace
}  // namespace simdrive::sonata
