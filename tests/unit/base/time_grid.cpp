#include "base/time_grid.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace simdrive {
namespace {

TEST(TimeGrid, TimesAreTheNearestDecimals) {
    const TimeGrid grid(0.1);
    EXPECT_EQ(grid.time(1661), 166.1);
    EXPECT_EQ(grid.time(3), 0.3);
    EXPECT_EQ(TimeGrid(0.01).time(1661), 16.61);
}

TEST(TimeGrid, EventsOffTheGridMoveUpAfterRoundingToMicroseconds) {
    const TimeGrid grid(0.01);
    EXPECT_EQ(grid.at_or_after(0.38432237), 39);
    EXPECT_EQ(grid.at_or_after(0.3800000001), 38);
    EXPECT_EQ(grid.at_or_after(0.3799999999), 38);
    EXPECT_EQ(grid.at_or_after(0.0), 0);
}

TEST(TimeGrid, NearestRoundsDelays) {
    const TimeGrid grid(0.1);
    EXPECT_EQ(grid.nearest(1.5), 15);
    EXPECT_EQ(grid.nearest(0.04), 0);
    EXPECT_EQ(grid.nearest(0.06), 1);
    EXPECT_TRUE(grid.on_grid(0.3));
    EXPECT_FALSE(grid.on_grid(0.35));
}

TEST(TimeGrid, RefusesNonsense) {
    EXPECT_THROW(TimeGrid(0.0), DataError);
    EXPECT_THROW(TimeGrid(-0.1), DataError);
    EXPECT_THROW(TimeGrid(std::numeric_limits<double>::quiet_NaN()), DataError);
    EXPECT_THROW(TimeGrid(1e-12), DataError);
}

}  // namespace
}  // namespace simdrive
