#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace simdrive {

/// What a random number is for. Each purpose draws from a stream of its own, so that changing one leaves the
/// others.
enum class Purpose : std::uint32_t {
    in_degree = 1,
    source = 2,
    weight = 3,
    delay = 4,
    node_parameter = 5,
    stimulus = 6,
    rehearsal = 7,
    test = 99,
};

/// Random numbers by counter (Philox 4x32-10 of Salmon et al. 2011, from the Random123 library): a number
/// depends only on (seed, purpose, owner) and on where in the stream it stands, never on who draws it, when,
/// or on what machine. `owner` tells streams of one purpose apart: a hash of a projection's, parameter's or
/// stimulus's name.
class RandomStream {
  public:
    RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t owner);

    /// Four words at position (a, b); b's top 8 bits are reserved for `attempt` in the calls below.
    std::array<std::uint32_t, 4> words(std::uint64_t a, std::uint64_t b) const;
    std::array<std::uint64_t, 2> longs(std::uint64_t a, std::uint64_t b) const;
    /// longs(a, b), longs(a, b + 1), … end to end: the same numbers, many at a time. An odd size drops the
    /// last half.
    void fill(std::uint64_t a, std::uint64_t b, std::span<std::uint64_t> out) const;
    /// words(a, b) as half words, lower half first.
    std::array<std::uint16_t, 8> halves(std::uint64_t a, std::uint64_t b) const;
    /// halves(a[0], b), halves(a[1], b), … end to end: the same numbers, many at a time. Eight for each of
    /// `a`.
    void halves(std::span<const std::uint64_t> a, std::uint64_t b, std::span<std::uint16_t> out) const;
    /// Calls f(p, words of positions p, p + 1, …) for the 64-bit words of positions first … past−1 of `a`,
    /// piece by piece. Positions 2i and 2i + 1 share the block (a, i).
    template <class F>
    void for_each_piece(std::uint64_t a, std::uint64_t first, std::uint64_t past, F&& f) const {
        std::array<std::uint64_t, 512> words;
        while (first < past) {
            const std::size_t skipped = first % 2;
            const std::size_t count = std::min<std::uint64_t>(past - first, words.size() - skipped);
            fill(a, first / 2, std::span(words).first(skipped + count));
            f(first, std::span<const std::uint64_t>(words).subspan(skipped, count));
            first += count;
        }
    }
    /// Uniform in (0, 1), 53 bits, never 0 or 1.
    double uniform(std::uint64_t a, std::uint64_t b) const;
    /// Standard normal (Box–Muller); its magnitude is at most `max_normal`.
    double normal(std::uint64_t a, std::uint64_t b) const;
    /// Uniform in [0, bound), bound > 0, without bias beyond 2^-64 (multiply-shift of 64 bits).
    std::uint64_t below(std::uint64_t bound, std::uint64_t a, std::uint64_t b) const;

    static constexpr double max_normal = 8.6;

  private:
    std::array<std::uint32_t, 2> key_;
};

/// (0, 1) from 64 random bits.
inline double unit_interval(std::uint64_t bits) {
    return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

}  // namespace simdrive
