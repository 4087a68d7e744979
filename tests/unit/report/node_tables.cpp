#include "report/node_tables.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace simdrive::report {
namespace {

NodeSuggestion suggestion() {
    return {true, "", 3, 24, 8, 64ULL << 30U, "cgroup limit of /a", 0.1, {}};
}

TEST(NodeTables, SuggestNodes) {
    auto three = suggestion();
    EXPECT_EQ(suggestion_text(three),
              "suggested to use at least 3 nodes, 24 ranks (64.0 GiB of memory a node (cgroup limit of /a), "
              "of which 10 % is kept free; 8 ranks a node)");
    three.nodes = three.ranks = 1;
    EXPECT_EQ(suggestion_text(three).find("suggested to use at least 1 node, 1 rank ("), 0U);
    three.feasible = false;
    three.reason = "the largest cell needs 1 TiB";
    EXPECT_EQ(suggestion_text(three).find("infeasible: the largest cell needs 1 TiB ("), 0U);
}

TEST(NodeTables, TellWhatANodeHasLeft) {
    auto two = suggestion();
    two.alternatives = {{1, 8, 9ULL << 30U, 72ULL << 30U, false}, {2, 16, 5ULL << 30U, 40ULL << 30U, true}};
    const auto json = alternatives_table(two).json();
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["headroom_per_node"], -8.0 * (1ULL << 30U));
    EXPECT_EQ(json[0]["fits"], "no");
    EXPECT_EQ(json[1]["headroom_per_node"], 24.0 * (1ULL << 30U));
    EXPECT_EQ(json[1]["fits"], "yes");
}

}  // namespace
}  // namespace simdrive::report
