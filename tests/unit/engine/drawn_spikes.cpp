#include "engine/drawn_spikes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/replay.hpp"

namespace simdrive::engine {
namespace {

constexpr std::uint64_t gids = 10'000;

std::vector<std::uint64_t> every_third() {
    std::vector<std::uint64_t> bits((gids + 63) / 64);
    for (Gid gid = 0; gid < gids; gid += 3) bits[gid / 64] |= std::uint64_t{1} << (gid % 64);
    return bits;
}

TEST(DrawnSpikes, FireAtTheirRateAndAreOfWantedSourcesAlone) {
    Replay none;
    constexpr double probability = 0.01;
    constexpr Step steps = 1000;
    DrawnSpikes feed(none, every_third(), gids, probability, 7);
    std::vector<PackedSpike> spikes;
    feed.emit(5000, 1, steps + 1, spikes);
    EXPECT_TRUE(std::is_sorted(spikes.begin(), spikes.end()));
    EXPECT_EQ(std::adjacent_find(spikes.begin(), spikes.end()), spikes.end());
    std::vector<int> of_source(gids);
    for (const auto spike : spikes) {
        ASSERT_LT(spike.source(), gids);
        ASSERT_EQ(spike.source() % 3, 0U);
        ASSERT_GE(spike.lag(), 1);
        ASSERT_LE(spike.lag(), steps);
        ++of_source[spike.source()];
    }
    // 3334 sources, 1000 steps: 33 340 spikes, standard deviation 182.
    EXPECT_NEAR(static_cast<double>(spikes.size()), 33'340, 5 * 182);
    // The first, one in the middle and the last fire alike: 10 spikes, standard deviation 3.1.
    for (const std::size_t source : {0U, 4998U, 9999U}) EXPECT_NEAR(of_source[source], 10, 5 * 3.1);
}

TEST(DrawnSpikes, DoNotDependOnHowTimeIsCut) {
    Replay none;
    DrawnSpikes whole(none, every_third(), gids, 0.005, 7);
    DrawnSpikes cut(none, every_third(), gids, 0.005, 7);
    std::vector<PackedSpike> at_once;
    whole.emit(0, 1, 11, at_once);
    std::vector<PackedSpike> in_pieces;
    for (Step epoch = 0; epoch < 10; epoch += 5) {
        std::vector<PackedSpike> piece;
        cut.emit(epoch, 1, 6, piece);
        for (const auto spike : piece) in_pieces.emplace_back(spike.lag() + epoch, spike.source());
    }
    EXPECT_EQ(at_once, in_pieces);
    EXPECT_FALSE(at_once.empty());
}

TEST(DrawnSpikes, StandAmongThoseOfTheOtherFeed) {
    Replay replay({{3, 1}, {3, 4}, {8, 9'998}});
    DrawnSpikes feed(replay, every_third(), gids, 0.001, 7);
    std::vector<PackedSpike> spikes;
    feed.emit(0, 1, 11, spikes);
    EXPECT_TRUE(std::is_sorted(spikes.begin(), spikes.end()));
    EXPECT_EQ(std::count_if(spikes.begin(), spikes.end(), [](auto s) { return s.source() % 3 != 0; }), 3);

    Replay again({{3, 1}});
    DrawnSpikes silent(again, every_third(), gids, 0, 7);
    spikes.clear();
    silent.emit(0, 1, 11, spikes);
    EXPECT_EQ(spikes, std::vector<PackedSpike>{PackedSpike(3, 1)});
}

TEST(DrawnSpikes, AreAllOfThemWhereTheProbabilityIsOne) {
    Replay none;
    DrawnSpikes feed(none, every_third(), gids, 1, 7);
    std::vector<PackedSpike> spikes;
    feed.emit(0, 1, 2, spikes);
    EXPECT_EQ(spikes.size(), 3334U);
}

}  // namespace
}  // namespace simdrive::engine
