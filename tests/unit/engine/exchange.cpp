#include "engine/exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"

namespace simdrive::engine {
namespace {

TEST(MergeSorted, AnyNumberOfListsOfAnyLength) {
    const RandomStream stream(1, Purpose::test, 5);
    for (std::size_t count = 0; count < 9; ++count) {
        std::vector<std::vector<PackedSpike>> made(count);
        std::vector<PackedSpike> expected;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t length = stream.below(40, count, i) / 3 * (i % 3);
            for (std::uint64_t n = 0; n < length; ++n)
                made[i].emplace_back(static_cast<Step>(stream.below(4, i, n)), stream.below(50, n, i));
            std::sort(made[i].begin(), made[i].end());
            expected.insert(expected.end(), made[i].begin(), made[i].end());
        }
        std::sort(expected.begin(), expected.end());
        std::vector<std::span<const PackedSpike>> lists(made.begin(), made.end());
        std::vector<PackedSpike> merged{{3, 3}};
        std::vector<PackedSpike> scratch;
        merge_sorted(lists, merged, scratch);
        EXPECT_EQ(merged, expected) << count << " lists";
    }
}

}  // namespace
}  // namespace simdrive::engine
