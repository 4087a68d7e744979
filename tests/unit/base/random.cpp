#include "base/random.hpp"

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <vector>

#include "support/each_instruction_set.hpp"

namespace simdrive {
namespace {

constexpr std::uint64_t seed = 0x1234'5678'9ABC'DEF0;

std::array<std::uint32_t, 4> by_random123(std::uint64_t a, std::uint64_t b) {
    using Philox = r123::Philox4x32;
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    const auto key = Philox{}({{5, 0, static_cast<std::uint32_t>(Purpose::test), 0x51D2'1E5Fu}},
                              {{low(seed), high(seed)}});
    const auto drawn = Philox{}({{low(a), high(a), low(b), high(b)}}, {{key[0], key[1]}});
    return {drawn[0], drawn[1], drawn[2], drawn[3]};
}

TEST(RandomStream, FillsWithWhatRandom123Gives) {
    const RandomStream stream(seed, Purpose::test, 5);
    const std::uint64_t a = 0xFEDC'BA98'7654'3210;
    const std::uint64_t b = 0xFFFF'FFF0;  // so that its upper half changes on the way
    for (const std::size_t size : {0, 1, 2, 3, 7, 16, 33, 1000}) {
        const auto filled = under_each_instruction_set([&] {
            std::vector<std::uint64_t> out(size);
            stream.fill(a, b, out);
            return out;
        });
        std::vector<std::uint64_t> expected;
        for (std::size_t i = 0; i < size; ++i) {
            const auto words = by_random123(a, b + i / 2);
            expected.push_back(std::uint64_t{words[i % 2 * 2 + 1]} << 32 | words[i % 2 * 2]);
        }
        for (const auto& out : filled) EXPECT_EQ(out, expected) << size;
    }
}

TEST(RandomStream, DrawsForManyOwnersWhatRandom123Gives) {
    const RandomStream stream(seed, Purpose::test, 5);
    const std::uint64_t b = 0x0123'4567'89AB'CDEF;
    for (const std::size_t size : {0, 1, 5, 8, 31, 100}) {
        std::vector<std::uint64_t> owners;
        for (std::size_t i = 0; i < size; ++i) owners.push_back(i * 0x1'0000'0123 + 7);
        const auto drawn = under_each_instruction_set([&] {
            std::vector<std::uint16_t> out(8 * size);
            stream.halves(owners, b, out);
            return out;
        });
        std::vector<std::uint16_t> expected;
        for (const auto owner : owners) {
            const auto words = by_random123(owner, b);
            EXPECT_EQ(stream.words(owner, b), words);
            for (const std::uint32_t word : words) {
                expected.push_back(static_cast<std::uint16_t>(word));
                expected.push_back(static_cast<std::uint16_t>(word >> 16));
            }
        }
        for (const auto& out : drawn) EXPECT_EQ(out, expected) << size;
    }
}

}  // namespace
}  // namespace simdrive
