#include "balance/bins.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"

namespace simdrive::balance {
namespace {

TEST(Bins, KnowTheLightestOfEachResourceAtAnyTime) {
    constexpr std::uint32_t count = 37;
    const RandomStream stream(1, Purpose::test, 9);
    Bins bins(count);
    std::array<std::vector<std::uint64_t>, 2> loads{std::vector<std::uint64_t>(count, 0),
                                                    std::vector<std::uint64_t>(count, 0)};
    for (std::uint64_t step = 0; step < 2000; ++step) {
        const auto draw = [&](std::uint64_t d) {
            return static_cast<std::uint64_t>(stream.uniform(step, d) * 100);
        };
        const Loads item{draw(0), step % 5 == 0 ? 0 : draw(1)};
        if (step % 100 == 99) {
            bins.put_in_all(item, 3);
            for (std::size_t r = 0; r < 2; ++r)
                for (auto& load : loads[r]) load += 3 * item[r];
        } else {
            const auto bin = step % 3 == 0 ? static_cast<std::uint32_t>(draw(2) % count)
                                           : bins.lightest(step % 2 == 0 ? Resource::bytes : Resource::work);
            bins.put(bin, item);
            for (std::size_t r = 0; r < 2; ++r) loads[r][bin] += item[r];
        }
        for (std::size_t r = 0; r < 2; ++r) {
            const auto resource = static_cast<Resource>(r);
            const auto least = std::min_element(loads[r].begin(), loads[r].end());
            ASSERT_EQ(bins.lightest(resource), static_cast<std::uint32_t>(least - loads[r].begin()));
            ASSERT_EQ(bins.least(resource), *least);
            ASSERT_EQ(bins.largest(resource), *std::max_element(loads[r].begin(), loads[r].end()));
            ASSERT_EQ(bins.load(resource, step % count), loads[r][step % count]);
        }
    }
}

}  // namespace
}  // namespace simdrive::balance
