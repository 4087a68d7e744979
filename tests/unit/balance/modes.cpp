#include <gtest/gtest.h>

#include "balance/load_balance_mode.hpp"
#include "base/error.hpp"
#include "base/spread.hpp"
#include "unit/balance/weights.hpp"

namespace simdrive::balance {
namespace {

const LoadBalanceMode& mode(std::string_view name) {
    const auto* found = find_in(load_balance_mode_catalogue(), name);
    if (found == nullptr) throw std::runtime_error("no such mode");
    return *found;
}

/// Loads of ranks and of buckets for an assignment.
std::vector<std::uint64_t> rank_loads(const std::vector<std::uint32_t>& buckets,
                                      const std::vector<std::uint64_t>& weights, std::uint32_t ranks,
                                      std::uint32_t cycles) {
    std::vector<std::uint64_t> loads(ranks, 0);
    for (std::size_t i = 0; i < weights.size(); ++i) loads.at(buckets[i] / cycles) += weights[i];
    return loads;
}

double excess(const std::vector<std::uint64_t>& loads) {
    return spread_of(loads).imbalance() - 1;
}

TEST(RoundRobin, DealsToRanksThenCycles) {
    const std::vector<std::uint64_t> bytes(9, 0);
    const auto& round_robin = mode("RoundRobin");
    EXPECT_EQ(round_robin.assign({bytes, {}}, 2, 1), (std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1, 0, 1, 0}));
    EXPECT_EQ(round_robin.assign({bytes, {}}, 2, 3), (std::vector<std::uint32_t>{0, 3, 1, 4, 2, 5, 0, 3, 1}));
    EXPECT_EQ(round_robin.assign({bytes, {}}, 20, 1).back(), 8U);
    EXPECT_TRUE(round_robin.assign({{}, {}}, 3, 1).empty());
}

TEST(Memory, PacksAllPopulationsTogether) {
    // The case in which packing each population for itself puts everything on rank 0: three populations of
    // one cell.
    const std::vector<std::uint64_t> tens(3, 10);
    const auto buckets = mode("Memory").assign({tens, {}}, 2, 1);
    EXPECT_EQ(loads_of(buckets, {1, 1, 1}, 2), (std::vector<std::uint64_t>{2, 1}));
    // Eight populations of five cells on four ranks.
    std::vector<std::uint64_t> bytes;
    for (std::uint64_t population = 0; population < 8; ++population)
        bytes.insert(bytes.end(), 5, 100 + population);
    EXPECT_LT(excess(loads_of(mode("Memory").assign({bytes, {}}, 4, 1), bytes, 4)), 0.005);
}

TEST(Memory, BalancesLognormalWeightsOnManyRanks) {
    const auto bytes = lognormal_weights(1'000'000, 20'000, 1.0);
    const auto buckets = mode("Memory").assign({bytes, {}}, 4096, 1);
    const auto loads = loads_of(buckets, bytes, 4096);
    // Round robin leaves 28 %; greedy packing stops at the size of the lightest cells, far below a
    // thousandth.
    EXPECT_LT(excess(loads), 1e-4);
    EXPECT_GT(excess(loads_of(mode("RoundRobin").assign({bytes, {}}, 4096, 1), bytes, 4096)), 0.1);
    RecordProperty("excess", std::to_string(excess(loads)));
}

TEST(Memory, BalancesRanksFirstThenTheirCycles) {
    const auto bytes = lognormal_weights(100'000, 20'000, 1.0);
    const std::uint32_t ranks = 64;
    const std::uint32_t cycles = 10;
    const auto& memory = mode("Memory");
    const auto buckets = memory.assign({bytes, {}}, ranks, cycles);
    const auto one_cycle = memory.assign({bytes, {}}, ranks, 1);
    for (std::size_t i = 0; i < bytes.size(); ++i) ASSERT_EQ(buckets[i] / cycles, one_cycle[i]) << i;
    EXPECT_LT(excess(rank_loads(buckets, bytes, ranks, cycles)), 1e-4);
    EXPECT_LT(excess(loads_of(buckets, bytes, ranks * cycles)), 0.01);
}

TEST(Memory, KeepsEqualPopulationsInOnePieceARank) {
    const std::vector<std::uint64_t> bytes(1'000'000, 4321);
    const auto buckets = mode("Memory").assign({bytes, {}}, 96, 2);
    EXPECT_EQ(pieces(buckets), 192U);
    const auto loads = loads_of(buckets, bytes, 192);
    const auto [least, largest] = std::minmax_element(loads.begin(), loads.end());
    EXPECT_LE(*largest - *least, 4321U);
}

TEST(Memory, GivesTheSameAnswerAgain) {
    const auto bytes = lognormal_weights(50'000, 300, 1.0);
    EXPECT_EQ(mode("Memory").assign({bytes, {}}, 13, 3), mode("Memory").assign({bytes, {}}, 13, 3));
}

TEST(Memory, AcceptsMoreRanksThanCells) {
    const std::vector<std::uint64_t> bytes{5, 6};
    EXPECT_EQ(mode("Memory").assign({bytes, {}}, 1000, 2), (std::vector<std::uint32_t>{2, 0}));
    EXPECT_TRUE(mode("Memory").assign({{}, {}}, 4, 2).empty());
}

TEST(Memory, RefusesWhatCannotBeCounted) {
    const std::vector<std::uint64_t> too_many{~0ULL, 1};
    const std::vector<std::uint64_t> few{1, 1};
    EXPECT_THROW(mode("Memory").assign({too_many, {}}, 2, 1), MemoryError);
    EXPECT_THROW(mode("Compute").assign({few, too_many}, 2, 1), MemoryError);
}

TEST(Memory, EvensOutBytesAndWorkTogether) {
    // Independent of each other: the hardest case. As many cells a rank as 10^6 on 4096.
    const auto bytes = lognormal_weights(250'000, 20'000, 1.0, 7);
    const auto work = lognormal_weights(250'000, 30'000, 1.0, 8);
    const auto buckets = mode("Memory").assign({bytes, work}, 1024, 1);
    EXPECT_LT(excess(loads_of(buckets, bytes, 1024)), 0.002);
    EXPECT_LT(excess(loads_of(buckets, work, 1024)), 0.002);
}

TEST(Compute, EvensOutWorkWithinTheMemoryOfARank) {
    const auto bytes = lognormal_weights(50'000, 20'000, 1.0, 7);
    const auto work = lognormal_weights(50'000, 30'000, 1.0, 8);
    constexpr std::uint32_t ranks = 64;
    const auto free = mode("Compute").assign({bytes, work}, ranks, 1);
    EXPECT_LT(excess(loads_of(free, work, ranks)), 1e-4);
    const auto loads = loads_of(free, bytes, ranks);
    const double mean = spread_of(loads).mean;
    EXPECT_GT(excess(loads), 0.03);
    // Two percent above the mean: the work is as even as that allows.
    const auto most = static_cast<std::uint64_t>(1.02 * mean);
    const auto bounded = mode("Compute").assign({bytes, work, most}, ranks, 1);
    const auto bounded_loads = loads_of(bounded, bytes, ranks);
    EXPECT_LE(*std::max_element(bounded_loads.begin(), bounded_loads.end()), most);
    EXPECT_LT(excess(loads_of(bounded, work, ranks)), 0.03);
    // What cannot be is not a fault: the check of memory tells.
    const auto tight = mode("Compute").assign({bytes, work, 1}, ranks, 1);
    EXPECT_LT(excess(loads_of(tight, bytes, ranks)), 0.05);
}

TEST(Compute, DealsCellsWithoutWorkByTheirBytes) {
    const std::vector<std::uint64_t> bytes{100, 8, 8, 8, 8, 100};
    const std::vector<std::uint64_t> work{50, 0, 0, 0, 0, 50};
    const auto buckets = mode("Compute").assign({bytes, work}, 2, 1);
    EXPECT_EQ(loads_of(buckets, bytes, 2), (std::vector<std::uint64_t>{116, 116}));
    EXPECT_EQ(loads_of(buckets, work, 2), (std::vector<std::uint64_t>{50, 50}));
}

TEST(Compute, KeepsEqualPopulationsInOnePieceARank) {
    const std::vector<std::uint64_t> bytes(100'000, 4321);
    const std::vector<std::uint64_t> work(100'000, 77);
    EXPECT_EQ(pieces(mode("Compute").assign({bytes, work}, 96, 1)), 96U);
    EXPECT_EQ(pieces(mode("Memory").assign({bytes, work}, 96, 1)), 96U);
}

}  // namespace
}  // namespace simdrive::balance
