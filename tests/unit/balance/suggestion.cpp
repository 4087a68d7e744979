#include "balance/suggestion.hpp"

#include <gtest/gtest.h>

#include "balance/histogram.hpp"
#include "base/error.hpp"

namespace simdrive::balance {
namespace {

constexpr std::uint64_t giga = 1'000'000'000;

TEST(Suggestion, IsTheLeastNumberOfNodesThatHoldsTheCircuit) {
    // 100 GB usable less 8 · 1 GB: 92 GB a node.
    SuggestionInput input{920 * giga, giga, giga, 8, 125 * giga, 0.2};
    Suggestion suggestion = suggest(input);
    EXPECT_TRUE(suggestion.feasible);
    EXPECT_EQ(suggestion.nodes, 10U);
    EXPECT_EQ(suggestion.ranks, 80U);
    EXPECT_EQ(suggestion.usable_per_node, 100 * giga);
    EXPECT_EQ(suggestion.bytes_per_node, 100 * giga);
    input.total += 1;
    suggestion = suggest(input);
    EXPECT_EQ(suggestion.nodes, 11U);
    EXPECT_LT(suggestion.bytes_per_node, 100 * giga);
}

TEST(Suggestion, IsOneNodeForSmallCircuits) {
    EXPECT_EQ(suggest({0, 0, 0, 4, giga, 0.1}).nodes, 1U);
    EXPECT_EQ(suggest({1, 1, giga / 10, 4, giga, 0.1}).nodes, 1U);
}

TEST(Suggestion, SaysWhyNoNumberWillDo) {
    const auto overhead = suggest({920 * giga, giga, 20 * giga, 8, 100 * giga, 0.1});
    EXPECT_FALSE(overhead.feasible);
    EXPECT_NE(overhead.reason.find("overhead of 8 rank(s)"), std::string::npos) << overhead.reason;
    EXPECT_NE(overhead.reason.find("at most 4 rank(s) per node"), std::string::npos) << overhead.reason;

    const auto one_rank = suggest({920 * giga, giga, 200 * giga, 1, 100 * giga, 0.1});
    EXPECT_FALSE(one_rank.feasible);
    EXPECT_EQ(one_rank.reason.find("at most"), std::string::npos) << one_rank.reason;

    const auto cell = suggest({920 * giga, 83 * giga, giga, 8, 100 * giga, 0.1});
    EXPECT_FALSE(cell.feasible);
    EXPECT_NE(cell.reason.find("largest cell"), std::string::npos) << cell.reason;
    EXPECT_TRUE(suggest({920 * giga, 82 * giga, giga, 8, 100 * giga, 0.1}).feasible);

    EXPECT_FALSE(suggest({1, 1, 0, 1, 0, 0.1}).feasible);
    EXPECT_FALSE(suggest({1, 1, ~0ULL, 2, 100 * giga, 0.1}).feasible);
}

TEST(Suggestion, NamesAlternatives) {
    const SuggestionInput input{920 * giga, giga, giga, 8, 125 * giga, 0.2};
    const auto rows = alternatives(input, suggest(input));
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0], (Alternative{5, 40, 24 * giga, 192 * giga, false}));
    EXPECT_EQ(rows[1], (Alternative{10, 80, 12'500'000'000, 100 * giga, true}));
    EXPECT_EQ(rows[2].nodes, 20U);
    EXPECT_EQ(rows[3].bytes_per_node, 31 * giga);
    // One cell of 93 GB fits in no number of nodes; the rows tell by how much.
    const SuggestionInput heavy{920 * giga, 93 * giga, giga, 8, 125 * giga, 0.2};
    for (const auto& row : alternatives(heavy, suggest(heavy), 64)) {
        EXPECT_FALSE(row.fits);
        EXPECT_EQ(row.bytes_per_rank, 94 * giga);
        EXPECT_EQ(row.bytes_per_node, 101 * giga);
    }
    // One node has no half.
    EXPECT_EQ(alternatives({1, 1, 1, 1, giga, 0}, suggest({1, 1, 1, 1, giga, 0})).front().nodes, 1U);
}

TEST(Suggestion, RefusesNonsense) {
    EXPECT_THROW(suggest({1, 1, 1, 0, giga, 0.1}), UsageError);
    EXPECT_THROW(suggest({1, 1, 1, 1, giga, 1.0}), UsageError);
    EXPECT_THROW(suggest({1, 1, 1, 1, giga, -0.1}), UsageError);
}

TEST(Histogram, CountsLoadsInEqualIntervals) {
    const std::vector<std::uint64_t> loads{10, 11, 12, 19, 20, 15};
    const Histogram two = histogram(loads, 2);
    EXPECT_EQ(two.counts, (std::vector<std::uint64_t>{3, 3}));
    EXPECT_EQ(two.first, 10U);
    EXPECT_DOUBLE_EQ(two.begin(1), 15.0);
    EXPECT_EQ(histogram(std::vector<std::uint64_t>{4, 4}, 10).counts, (std::vector<std::uint64_t>{2}));
    EXPECT_TRUE(histogram({}, 3).counts.empty());
}

}  // namespace
}  // namespace simdrive::balance
