#include "balance/packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/spread.hpp"
#include "unit/balance/weights.hpp"

namespace simdrive::balance {
namespace {

/// The order that heaviest_first promises, the plain way.
std::vector<std::uint64_t> sorted_plainly(const std::vector<std::uint64_t>& weights) {
    std::vector<std::uint64_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weights[a] > weights[b]; });
    return order;
}

/// Greedy packing, the plain way.
std::vector<std::uint64_t> greedy_loads(const std::vector<std::uint64_t>& weights, std::uint32_t bins) {
    std::vector<std::uint64_t> loads(bins, 0);
    for (const auto item : sorted_plainly(weights))
        *std::min_element(loads.begin(), loads.end()) += weights[item];
    std::sort(loads.begin(), loads.end());
    return loads;
}

std::vector<std::uint32_t> packed(const std::vector<std::uint64_t>& weights, std::uint32_t bins) {
    std::vector<std::uint32_t> bin_of(weights.size(), ~0U);
    pack(heaviest_first(weights), {weights, {}}, Aim::bytes, bins, bin_of);
    return bin_of;
}

TEST(HeaviestFirst, SortsByWeightThenIndex) {
    EXPECT_EQ(heaviest_first(std::vector<std::uint64_t>{}), std::vector<std::uint64_t>{});
    EXPECT_EQ(heaviest_first(std::vector<std::uint64_t>{7}), std::vector<std::uint64_t>{0});
    EXPECT_EQ(heaviest_first(std::vector<std::uint64_t>{1, 5, 1, 9, 5}),
              (std::vector<std::uint64_t>{3, 1, 4, 0, 2}));
    const auto weights = lognormal_weights(10'000, 1000, 1.5);
    EXPECT_EQ(heaviest_first(weights), sorted_plainly(weights));
}

TEST(HeaviestFirst, SortsWeightsThatDoNotFitBesideAnIndex) {
    auto weights = lognormal_weights(1000, 1000, 1.0);
    weights[17] = ~std::uint64_t{0};
    weights[600] = ~std::uint64_t{0};
    weights[5] = 0;
    EXPECT_EQ(heaviest_first(weights), sorted_plainly(weights));
}

TEST(Pack, ReachesTheLoadsOfPlainGreedyPacking) {
    for (const std::uint32_t bins : {1U, 2U, 3U, 7U, 64U, 1000U}) {
        for (const double sigma : {0.0, 0.3, 1.5}) {
            // Few distinct weights (long runs) where the median is 5, many where it is 5000.
            for (const double median : {5.0, 5000.0}) {
                const auto weights = lognormal_weights(3000, median, sigma);
                auto loads = loads_of(packed(weights, bins), weights, bins);
                std::sort(loads.begin(), loads.end());
                EXPECT_EQ(loads, greedy_loads(weights, bins)) << bins << " bins, sigma " << sigma;
            }
        }
    }
}

TEST(Pack, GivesNeighboursOfEqualWeightToOneBin) {
    // Two populations, each of equal cells: every bin gets one piece of each.
    std::vector<std::uint64_t> weights(1000, 50);
    weights.resize(3000, 7);
    const auto bin_of = packed(weights, 4);
    EXPECT_EQ(pieces(bin_of), 8U);
    EXPECT_EQ(loads_of(bin_of, weights, 4), (std::vector<std::uint64_t>(4, (1000 * 50 + 2000 * 7) / 4)));
}

TEST(Pack, FillsUnevenBinsBeforeItDealsRounds) {
    // One heavy item; the light ones must fill the other bins first.
    std::vector<std::uint64_t> weights(41, 1);
    weights[0] = 20;
    EXPECT_EQ(loads_of(packed(weights, 3), weights, 3), (std::vector<std::uint64_t>(3, 20)));
}

TEST(Pack, DealsWeightlessItemsEvenly) {
    std::vector<std::uint64_t> weights(11, 0);
    weights[3] = 100;
    const auto bin_of = packed(weights, 2);
    const auto in_first = std::count(bin_of.begin(), bin_of.end(), 0U);
    EXPECT_GE(in_first, 5);
    EXPECT_LE(in_first, 6);
}

TEST(Pack, MoreBinsThanItemsLeavesBinsEmpty) {
    const std::vector<std::uint64_t> weights{3, 1, 2};
    EXPECT_EQ(packed(weights, 100), (std::vector<std::uint32_t>{0, 2, 1}));
}

}  // namespace
}  // namespace simdrive::balance
