#include "engine/exchange_plan.hpp"

#include <gtest/gtest.h>

namespace simdrive::engine {
namespace {

/// A spread as if each source had targets on `reached` other ranks, and each rank on `receivers`.
TargetSpread spread(std::uint64_t sources, std::uint64_t reached, std::uint64_t receivers) {
    TargetSpread made;
    made.pairs = sources * reached;
    made.most_receivers = receivers;
    return made;
}

TEST(PaysToTargets, WhereFewRanksWantASourceAndSpikesAreMany) {
    constexpr double epoch_ms = 0.7;
    EXPECT_TRUE(pays_to_targets(spread(1'000'000, 2, 2), 1'000'000, 100, epoch_ms));
    EXPECT_FALSE(pays_to_targets(spread(1'000'000, 99, 99), 1'000'000, 100, epoch_ms)) << "all want all";
    EXPECT_FALSE(pays_to_targets(spread(1'000, 2, 2), 1'000, 100, epoch_ms)) << "hardly any spikes";
    EXPECT_FALSE(pays_to_targets(spread(1'000'000, 2, 99), 1'000'000, 100, epoch_ms))
        << "more messages than they save";
    EXPECT_FALSE(pays_to_targets(spread(0, 0, 1), 0, 2, epoch_ms));
}

TEST(PaysToTargets, NeverOnOneRank) {
    EXPECT_FALSE(pays_to_targets(spread(1'000'000, 0, 0), 1'000'000, 1, 1));
}

}  // namespace
}  // namespace simdrive::engine
