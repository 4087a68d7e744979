#include "circuit/standard_normal.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/each_instruction_set.hpp"

namespace simdrive::circuit {
namespace {

TEST(StandardNormal, DrawsAllAsOneByOne) {
    const RandomStream stream(3, Purpose::test, 4);
    for (const std::size_t size : {0, 1, 255, 256, 257, 20'000}) {
        std::vector<std::uint64_t> bits(size);
        stream.fill(5, 0, bits);
        const auto spare_of = [&](std::size_t i) { return CounterWords(stream, 5, i, 1); };
        std::vector<double> expected;
        for (std::size_t i = 0; i < size; ++i)
            expected.push_back(StandardNormal::table().draw(bits[i], [&] { return spare_of(i); }));
        const auto drawn = under_each_instruction_set([&] {
            std::vector<double> out(size);
            StandardNormal::table().draw_all(bits, out, spare_of);
            return out;
        });
        for (const auto& out : drawn) EXPECT_EQ(out, expected) << size;
    }
}

}  // namespace
}  // namespace simdrive::circuit
