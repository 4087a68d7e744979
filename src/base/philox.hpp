#pragma once

#include <simdrive/instruction_set.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#if SIMDRIVE_HAS_TARGETS
#include <immintrin.h>
#endif

/// Philox 4x32-10 for as many counters at once as a vector holds; bit for bit what Random123 gives (a test
/// holds them against each other). For kernels of with_instructions. Vectors are passed by reference: how
/// they would travel by value depends on the instruction set.
namespace simdrive::philox {

struct Key {
    std::uint32_t low;
    std::uint32_t high;
};

/// Vectors of 64-bit lanes, each of which holds one 32-bit word of a counter in its lower half.
template <InstructionSet set>
struct VectorOf {
    static constexpr std::size_t bytes = set == InstructionSet::avx512 ? 64
                                         : set == InstructionSet::avx2 ? 32
                                                                       : 16;
    typedef std::uint64_t type __attribute__((vector_size(bytes)));
};
template <InstructionSet set>
using Vector = typename VectorOf<set>::type;

template <class V>
inline void set_all(V& vector, std::uint64_t value) {
    vector = V{} + value;
}
/// first, first + 1, …
template <class V>
inline void set_ascending(V& vector, std::uint64_t first) {
    const auto set = [&]<std::size_t... lane>(std::index_sequence<lane...>) {
        vector = V{lane...} + first;
    };
    set(std::make_index_sequence<sizeof(V) / sizeof first>{});
}

/// The 64-bit products of the lower halves of all lanes: the instruction (v)pmuludq, which GCC 12 does not
/// find by itself.
template <class V>
inline void multiply_low_halves(const V& a, std::uint32_t b, V& product) {
    product = (a & 0xFFFF'FFFFU) * (V{} + b);
}
#if SIMDRIVE_HAS_TARGETS
inline void multiply_low_halves(const Vector<InstructionSet::sse2>& a, std::uint32_t b,
                                Vector<InstructionSet::sse2>& product) {
    product = reinterpret_cast<Vector<InstructionSet::sse2>>(
        _mm_mul_epu32(reinterpret_cast<__m128i>(a), _mm_set1_epi64x(b)));
}
[[gnu::target("avx2")]] inline void multiply_low_halves(const Vector<InstructionSet::avx2>& a,
                                                        std::uint32_t b,
                                                        Vector<InstructionSet::avx2>& product) {
    product = reinterpret_cast<Vector<InstructionSet::avx2>>(
        _mm256_mul_epu32(reinterpret_cast<__m256i>(a), _mm256_set1_epi64x(b)));
}
[[gnu::target("avx512f")]] inline void multiply_low_halves(const Vector<InstructionSet::avx512>& a,
                                                           std::uint32_t b,
                                                           Vector<InstructionSet::avx512>& product) {
    // The form with a mask, since GCC 12 warns of an uninitialised value inside the one without.
    product = reinterpret_cast<Vector<InstructionSet::avx512>>(
        _mm512_maskz_mul_epu32(0xFF, reinterpret_cast<__m512i>(a), _mm512_set1_epi64(b)));
}
#endif

/// In: the counters' first and last 64 bits. Out: the first and last 64 bits drawn.
template <class V>
inline void draw(V& first, V& last, Key key) {
    V c0 = first;
    V c1 = first >> 32;
    V c2 = last;
    V c3 = last >> 32;
    // Upper halves fill up with what nobody reads: products are of lower halves alone.
#pragma GCC unroll 10
    for (int round = 0; round < 10; ++round) {
        V p0;
        V p1;
        multiply_low_halves(c0, 0xD2511F53U, p0);
        multiply_low_halves(c2, 0xCD9E8D57U, p1);
        c0 = (p1 >> 32) ^ c1 ^ std::uint64_t{key.low};
        c1 = p1;
        c2 = (p0 >> 32) ^ c3 ^ std::uint64_t{key.high};
        c3 = p0;
        key = {key.low + 0x9E3779B9U, key.high + 0xBB67AE85U};
    }
    first = (c0 & 0xFFFF'FFFFU) | (c1 << 32);
    last = (c2 & 0xFFFF'FFFFU) | (c3 << 32);
}

/// a0 b0 a1 b1 … to `out`.
template <class V, std::size_t... lane>
inline void store_in_turn(const V& a, const V& b, void* out, std::index_sequence<lane...>) {
    constexpr std::size_t n = sizeof...(lane);
    const V front = __builtin_shufflevector(a, b, (lane / 2 + lane % 2 * n)...);
    const V back = __builtin_shufflevector(a, b, (n / 2 + lane / 2 + lane % 2 * n)...);
    std::memcpy(out, &front, sizeof front);
    std::memcpy(static_cast<char*>(out) + sizeof front, &back, sizeof back);
}

/// Draws `count` blocks of 128 bits, end to end, to `out`. `counters(i, first, last)` sets the counters of
/// blocks i, i + 1, … of one vector, all of whose lanes exist: `count` is rounded up.
template <InstructionSet set, class Counters>
inline void fill(Key key, std::size_t count, void* out, const Counters& counters) {
    using V = Vector<set>;
    constexpr std::size_t lanes = sizeof(V) / sizeof(std::uint64_t);
    for (std::size_t i = 0; i < count; i += lanes) {
        V first;
        V last;
        counters(i, first, last);
        draw(first, last, key);
        char* const to = static_cast<char*>(out) + i * 2 * sizeof(std::uint64_t);
        if (count - i >= lanes) {
            store_in_turn(first, last, to, std::make_index_sequence<lanes>{});
        } else {
            std::array<char, 2 * sizeof(V)> all;
            store_in_turn(first, last, all.data(), std::make_index_sequence<lanes>{});
            std::memcpy(to, all.data(), (count - i) * 2 * sizeof(std::uint64_t));
        }
    }
}

}  // namespace simdrive::philox
