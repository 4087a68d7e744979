#include "engine/receiver_sets.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace simdrive::engine {
namespace {

/// Sets of 1000 sources, of which each receiver is in one out of `every`, appended in rounds of 300.
void expect_sets(std::size_t receivers, std::uint64_t every, std::uint64_t most_bytes) {
    constexpr std::uint64_t sources = 1000;
    constexpr std::uint64_t round = 300;
    const RandomStream stream(1, Purpose::test, 6);
    std::vector<std::vector<std::size_t>> expected(sources);
    std::uint64_t pairs = 0;
    for (std::uint64_t s = 0; s < sources; ++s) {
        for (std::size_t r = 0; r < receivers; ++r) {
            if (stream.below(every, s, r) == 0) expected[s].push_back(r);
        }
        pairs += expected[s].size();
    }
    ReceiverSets sets(sources, receivers, pairs);
    for (std::uint64_t first = 0; first < sources; first += round) {
        const std::uint64_t count = std::min(round, sources - first);
        std::vector<std::vector<std::uint32_t>> wanted(receivers);
        for (std::uint64_t s = 0; s < count; ++s) {
            for (const auto r : expected[first + s]) wanted[r].push_back(static_cast<std::uint32_t>(s));
        }
        sets.append(count, std::vector<std::span<const std::uint32_t>>(wanted.begin(), wanted.end()));
    }
    for (std::uint64_t s = 0; s < sources; ++s) {
        std::vector<std::size_t> found;
        sets.for_each(s, [&](std::size_t receiver) { found.push_back(receiver); });
        EXPECT_EQ(found, expected[s]) << receivers << " receivers, source " << s;
    }
    EXPECT_LE(sets.bytes(), most_bytes) << receivers << " receivers";
}

TEST(ReceiverSets, AsMasksOrAsLists) {
    expect_sets(0, 1, 0);
    expect_sets(3, 2, 8'000);
    expect_sets(64, 3, 8'000);
    expect_sets(65, 2, 16'000);
    expect_sets(1000, 2, 128'000);
    // As masks, 128 bytes a source; as lists of 10, 28.
    expect_sets(1000, 100, 29'000);
}

}  // namespace
}  // namespace simdrive::engine
