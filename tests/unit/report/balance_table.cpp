#include "report/balance_table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace simdrive::report {
namespace {

TEST(BalanceTable, TellsTheBoundThatNoDealingCanBeat) {
    const auto json = balance_table({{"bytes", Balance::Unit::bytes, {90, 100, 125}, 110},
                                     {"work", Balance::Unit::nanoseconds, {2e9, 2e9, 3e9}, 5}})
                          .json();
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["largest"], 125.0);
    EXPECT_EQ(json[0]["imbalance"], 1.25);
    EXPECT_EQ(json[0]["bound"], 1.1);
    EXPECT_EQ(json[1]["mean"], 2.0) << "seconds";
    EXPECT_EQ(json[1]["imbalance"], 1.5);
    EXPECT_EQ(json[1]["bound"], 1.0);
}

}  // namespace
}  // namespace simdrive::report
