#include "base/random.hpp"

#include <Random123/philox.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "base/philox.hpp"

namespace simdrive {

namespace {
__extension__ using Wide = unsigned __int128;
}  // namespace

RandomStream::RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t owner) : key_{} {
    const r123::Philox4x32::key_type key{
        {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
    const r123::Philox4x32::ctr_type counter{{static_cast<std::uint32_t>(owner),
                                              static_cast<std::uint32_t>(owner >> 32),
                                              static_cast<std::uint32_t>(purpose), 0x51D2'1E5Fu}};
    const auto mixed = r123::Philox4x32{}(counter, key);
    key_ = {mixed[0], mixed[1]};
}

std::array<std::uint32_t, 4> RandomStream::words(std::uint64_t a, std::uint64_t b) const {
    const r123::Philox4x32::key_type key{{key_[0], key_[1]}};
    const r123::Philox4x32::ctr_type counter{
        {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32), static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(b >> 32)}};
    const auto drawn = r123::Philox4x32{}(counter, key);
    return {drawn[0], drawn[1], drawn[2], drawn[3]};
}

std::array<std::uint64_t, 2> RandomStream::longs(std::uint64_t a, std::uint64_t b) const {
    const auto w = words(a, b);
    return {std::uint64_t{w[1]} << 32 | w[0], std::uint64_t{w[3]} << 32 | w[2]};
}

void RandomStream::fill(std::uint64_t a, std::uint64_t b, std::span<std::uint64_t> out) const {
    const philox::Key key{key_[0], key_[1]};
    const std::size_t pairs = out.size() / 2;
    std::uint64_t* const to = out.data();
    with_instructions([=](auto set) {
        philox::fill<set>(key, pairs, to, [=](std::size_t i, auto& first, auto& last) {
            philox::set_all(first, a);
            philox::set_ascending(last, b + i);
        });
    });
    if (out.size() % 2 != 0) out.back() = longs(a, b + pairs)[0];
}

std::array<std::uint16_t, 8> RandomStream::halves(std::uint64_t a, std::uint64_t b) const {
    static_assert(std::endian::native == std::endian::little, "vectors of words are taken for halves");
    return std::bit_cast<std::array<std::uint16_t, 8>>(words(a, b));
}

void RandomStream::halves(std::span<const std::uint64_t> a, std::uint64_t b,
                          std::span<std::uint16_t> out) const {
    const philox::Key key{key_[0], key_[1]};
    const std::size_t count = a.size();
    const std::uint64_t* const from = a.data();
    std::uint16_t* const to = out.data();
    with_instructions([=](auto set) {
        philox::fill<set>(key, count, to, [=](std::size_t i, auto& first, auto& last) {
            if (count - i >= sizeof first / sizeof b) {
                std::memcpy(&first, from + i, sizeof first);
            } else {
                philox::set_all(first, 0);
                std::memcpy(&first, from + i, (count - i) * sizeof b);
            }
            philox::set_all(last, b);
        });
    });
}

double RandomStream::uniform(std::uint64_t a, std::uint64_t b) const {
    return unit_interval(longs(a, b)[0]);
}

double RandomStream::normal(std::uint64_t a, std::uint64_t b) const {
    const auto bits = longs(a, b);
    return std::sqrt(-2 * std::log(unit_interval(bits[0]))) *
           std::cos(2 * std::numbers::pi * unit_interval(bits[1]));
}

std::uint64_t RandomStream::below(std::uint64_t bound, std::uint64_t a, std::uint64_t b) const {
    return static_cast<std::uint64_t>(static_cast<Wide>(longs(a, b)[0]) * bound >> 64);
}

}  // namespace simdrive
