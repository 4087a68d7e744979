#include "memory/footprint.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/error.hpp"
#include "memory/arena.hpp"

namespace simdrive::memory {
namespace {

TEST(Footprint, CountsRequestedAndRoundedBytesByCategory) {
    Footprint footprint;
    footprint.add(Category::neurons, 1001, 8).add(Category::neurons, 3, 4).add(Category::synapses, 10, 16);
    EXPECT_EQ(footprint[Category::neurons].requested, 8008U + 12U);
    EXPECT_EQ(footprint[Category::neurons].allocated, allocation_size(8008) + allocation_size(12));
    EXPECT_EQ(footprint[Category::synapses], (Bytes{160, 192}));
    EXPECT_EQ(footprint[Category::other], Bytes{});
    EXPECT_EQ(footprint.total().requested, 8020U + 160U);
    EXPECT_EQ(footprint.total().allocated, footprint[Category::neurons].allocated + 192U);
}

TEST(Footprint, NothingTakesNothing) {
    Footprint footprint;
    footprint.add(Category::neurons, 0, 8).add(Category::stimuli, 5, 0);
    EXPECT_EQ(footprint, Footprint{});
}

TEST(Footprint, Adds) {
    Footprint a;
    a.add(Category::exchange, 1, 100);
    Footprint b;
    b.add(Category::exchange, 1, 100).add(Category::other, Bytes{5, 7});
    EXPECT_EQ((a + b)[Category::exchange], (Bytes{200, 256}));
    EXPECT_EQ((a + b).total(), a.total() + b.total());
}

TEST(Footprint, IsWhatTheArenaThenHolds) {
    Arena arena("test");
    Footprint footprint;
    std::vector<std::pmr::vector<double>> columns;
    for (std::size_t count = 1; count < 40'000; count = count * 3 / 2 + 1) {
        columns.emplace_back(count, &arena);
        footprint.add(Category::neurons, count, sizeof(double));
    }
    EXPECT_EQ(arena.statistics().requested, footprint.total().requested);
    EXPECT_EQ(arena.statistics().allocated, footprint.total().allocated);
}

TEST(Footprint, RefusesWhatCannotBeCounted) {
    Footprint footprint;
    EXPECT_THROW(footprint.add(Category::synapses, 1ULL << 62U, 16), MemoryError);
    EXPECT_EQ(footprint, Footprint{});
    footprint.add(Category::synapses, 1ULL << 59U, 16);  // far beyond any arena, still a number
    EXPECT_EQ(footprint.total().requested, 1ULL << 63U);
}

TEST(Footprint, CategoriesHaveDistinctNames) {
    std::set<std::string_view> names;
    for (const auto category : categories) names.insert(category_name(category));
    EXPECT_EQ(names.size(), categories.size());
}

}  // namespace
}  // namespace simdrive::memory
