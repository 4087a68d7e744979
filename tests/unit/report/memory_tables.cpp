#include "report/memory_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace simdrive::report {
namespace {

MemoryEstimate estimate() {
    MemoryEstimate estimate;
    estimate.ranks = 2;
    estimate.threads = 3;
    estimate.mode = "Memory";
    estimate.models = {{"L4E", "iaf_psc_exp", 1000, 50'000, 1'024'000}, {"input", "virtual", 10, 0, 0}};
    estimate.parts = {
        {"overhead", 2048}, {"neurons", 24'000}, {"synapses", 1'000'000}, {"construction peak", 4096}};
    estimate.needs = {{400'000, 400'000, 500'000, 600'000}, {630'000, 630'000, 530'144, 700'000}};
    return estimate;
}

TEST(MemoryTables, SumUpModels) {
    const auto json = model_table(estimate()).json();
    ASSERT_EQ(json.size(), 3U);
    EXPECT_EQ(json[0]["bytes_per_cell"], 1024.0);
    EXPECT_EQ(json[1]["bytes_per_cell"], 0.0);
    EXPECT_EQ(json[2], (nlohmann::json{{"population", "all"},
                                       {"model", ""},
                                       {"cells", 1010},
                                       {"synapses", 50'000},
                                       {"bytes_per_cell", 1'024'000.0 / 1010},
                                       {"bytes", 1'024'000}}));
}

TEST(MemoryTables, SumUpParts) {
    const Table table = part_table(estimate());
    const auto json = table.json();
    ASSERT_EQ(json.size(), 5U);
    EXPECT_EQ(json[4]["part"], "GRAND TOTAL");
    EXPECT_EQ(json[4]["bytes"], 1'030'144);
    EXPECT_EQ(json[4]["mean_per_rank"], 515'072.0);
    EXPECT_EQ(json[4]["share"], 1.0);
    EXPECT_NE(table.text().find("Memory of 2 ranks with 3 threads each, built in 1 cycle\n"),
              std::string::npos)
        << table.text();
}

TEST(MemoryTables, TellTheLargestRank) {
    const auto json = rank_table(estimate()).json();
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["resident"], "steady");
    EXPECT_EQ(json[0]["least"], 500'000);
    EXPECT_EQ(json[0]["mean"], 515'072);
    EXPECT_EQ(json[0]["largest"], 530'144);
    EXPECT_NEAR(json[0]["imbalance"].get<double>(), 1.02926, 1e-5);
    EXPECT_EQ(json[1]["resident"], "peak");
    EXPECT_EQ(json[1]["least"], 600'000);
    EXPECT_EQ(json[1]["largest"], 700'000);
}

TEST(EstimateAgainstMeasured, ListsFewRanks) {
    const std::vector<RankMemory> ranks{
        {1010, 900, 1000, 3000, 2000}, {990, 900, 1000, 1500, 2000}, {0, 0, 0, 0, 0}};
    const auto json = estimate_against_measured(ranks, false).json();
    ASSERT_EQ(json.size(), 3U);
    EXPECT_EQ(json[0], (nlohmann::json{{"rank", 0},
                                       {"estimated", 1010},
                                       {"measured", 1000},
                                       {"requested", 900},
                                       {"difference", 0.01},
                                       {"estimated_peak", 3000},
                                       {"resident_peak", 2000},
                                       {"peak_difference", 0.5}}));
    EXPECT_EQ(json[1]["difference"], -0.01);
    EXPECT_EQ(json[1]["peak_difference"], -0.25);
    EXPECT_EQ(json[2]["difference"], 0.0);
    EXPECT_TRUE(std::isinf((RankMemory{1, 0, 0, 0, 0}.difference())));
}

TEST(EstimateAgainstMeasured, SumsUpManyRanksAndNamesTheFarthest) {
    std::vector<RankMemory> ranks(100, {1000, 900, 1000, 3000, 3000});
    ranks[3] = {2068, 2000, 2048, 4000, 4000};
    ranks[42] = {490, 480, 500, 2900, 3000};
    const auto json = estimate_against_measured(ranks, false).json();
    ASSERT_EQ(json.size(), 4U);
    EXPECT_EQ(json[0]["rank"], "least");
    EXPECT_EQ(json[0]["estimated"], 490);
    EXPECT_EQ(json[0]["estimated_peak"], 2900);
    EXPECT_EQ(json[2]["measured"], 2048);
    EXPECT_EQ(json[2]["resident_peak"], 4000);
    EXPECT_EQ(json[3]["rank"], "farthest: 42");
    EXPECT_EQ(json[3]["difference"], -0.02);
    EXPECT_EQ(estimate_against_measured(ranks, true).json().size(), 100U);
}

}  // namespace
}  // namespace simdrive::report
