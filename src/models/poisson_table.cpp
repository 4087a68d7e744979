#include "models/poisson_table.hpp"

#include <simdrive/instruction_set.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "base/philox.hpp"

namespace simdrive {

namespace {
constexpr double largest_part = 8.0;  // events a step; keeps the table short and exp(−mean) far from 0
constexpr double largest_mean = 1e6;
constexpr auto whole = std::uint64_t{1} << 32;
constexpr std::uint16_t highest_half = 0xFFFF;
}  // namespace

PoissonTable::PoissonTable(double mean) : parts_(1) {
    if (!(mean >= 0) || mean > largest_mean)
        throw std::invalid_argument("the rate must be between 0 and 1e6 events per step");
    parts_ = static_cast<std::uint32_t>(std::max(1.0, std::ceil(mean / largest_part)));
    const double part = mean / parts_;
    double probability = std::exp(-part);
    double below = 0;
    for (std::uint32_t n = 0;; ++n) {
        below += probability;
        const auto past = static_cast<std::uint64_t>(std::llround(below * 0x1p32));
        const bool last = past >= whole || probability * 0x1p33 < 1;
        if (last && n >= part) break;
        if (past < whole) past_.push_back(static_cast<std::uint32_t>(past));
        probability *= part / (n + 1);
    }
    for (const std::uint32_t limit : past_) {
        upper_.push_back(static_cast<std::uint16_t>(limit >> 16));
        if (upper_.back() == highest_half) break;
    }
}

namespace {

/// Draws of 16 bits, as many as a vector holds. Comparisons are of signed numbers, as all instruction sets
/// have them, which the caller's offset makes up for; they give −1 or 0.
template <InstructionSet set>
struct VectorOf {
    typedef std::int16_t type __attribute__((vector_size(philox::VectorOf<set>::bytes)));
};

constexpr std::size_t vectors_at_once = 4;  // what stays in registers, with counts and flags

/// As many draws at once, and 64 bits of flags for four of them.
template <class Vector>
using Lot = std::array<std::uint16_t, vectors_at_once * sizeof(Vector) / sizeof(std::uint16_t)>;
template <class Vector>
using Flags = std::array<std::uint64_t, vectors_at_once * sizeof(Vector) / sizeof(std::uint64_t)>;

/// A lot of draws. Whether any of them is undecided; which ones, `flags` then tells.
template <class Vector>
inline bool add_at_once(const std::uint16_t* upper, std::span<const std::uint16_t> limits,
                        std::uint16_t* counts, Flags<Vector>& flags) {
    constexpr std::size_t lanes = sizeof(Vector) / sizeof(std::uint16_t);
    // Vector by vector, unrolled: what is copied or cleared as a whole does not stay in registers.
    std::array<Vector, vectors_at_once> position;
    std::array<Vector, vectors_at_once> above;  // less the number of limits that lie below
    std::array<Vector, vectors_at_once> equal;
#pragma GCC unroll 4
    for (std::size_t v = 0; v < vectors_at_once; ++v) {
        std::memcpy(&position[v], upper + v * lanes, sizeof(Vector));
        position[v] ^= Vector{} + std::numeric_limits<std::int16_t>::min();
        above[v] = Vector{};
        equal[v] = Vector{};
    }
    for (const std::uint16_t bits : limits) {
        const Vector limit = Vector{} + static_cast<std::int16_t>(bits ^ 0x8000U);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors_at_once; ++v) {
            above[v] += position[v] > limit;
            equal[v] |= position[v] == limit;
        }
    }
#pragma GCC unroll 4
    for (std::size_t v = 0; v < vectors_at_once; ++v) {
        Vector count;
        std::memcpy(&count, counts + v * lanes, sizeof count);
        count -= above[v] & ~equal[v];
        std::memcpy(counts + v * lanes, &count, sizeof count);
        std::memcpy(&flags[v * sizeof(Vector) / sizeof flags[0]], &equal[v], sizeof(Vector));
    }
    const Vector any = (equal[0] | equal[1]) | (equal[2] | equal[3]);
    std::array<std::uint64_t, sizeof any / sizeof(std::uint64_t)> any_flags;
    std::memcpy(&any_flags, &any, sizeof any_flags);
    std::uint64_t flag = 0;
    for (const auto bits : any_flags) flag |= bits;
    return flag != 0;
}

/// All draws, lot by lot; the last lot is filled up with draws that count for nobody.
template <InstructionSet set>
inline std::size_t add_all(std::span<const std::uint16_t> upper, std::span<const std::uint16_t> limits,
                           std::uint16_t* counts, std::uint16_t* undecided) {
    using Vector = typename VectorOf<set>::type;
    constexpr std::size_t at_once = std::tuple_size_v<Lot<Vector>>;
    Flags<Vector> flags;
    std::size_t found = 0;
    for (std::size_t first = 0; first < upper.size(); first += at_once) {
        const std::size_t size = std::min(at_once, upper.size() - first);
        bool any = false;
        if (size == at_once) {
            any = add_at_once<Vector>(&upper[first], limits, counts + first, flags);
        } else {
            Lot<Vector> last{};
            Lot<Vector> last_counts{};
            std::memcpy(&last, &upper[first], size * sizeof upper[first]);
            any = add_at_once<Vector>(last.data(), limits, last_counts.data(), flags);
            for (std::size_t i = 0; i < size; ++i)
                counts[first + i] = static_cast<std::uint16_t>(counts[first + i] + last_counts[i]);
        }
        if (!any) continue;
        constexpr std::size_t in_word = sizeof flags[0] / sizeof upper[0];
        for (std::size_t i = 0; i < size; ++i) {
            if (i % in_word == 0 && flags[i / in_word] == 0) {
                i += in_word - 1;
            } else if ((flags[i / in_word] >> (i % in_word * 16) & 1) != 0) {
                undecided[found++] = static_cast<std::uint16_t>(first + i);
            }
        }
    }
    return found;
}

}  // namespace

std::size_t PoissonTable::add(std::span<const std::uint16_t> upper, std::uint16_t* counts,
                              std::uint16_t* undecided) const {
    return with_instructions([=, limits = std::span<const std::uint16_t>(upper_)](auto set) {
        return add_all<set>(upper, limits, counts, undecided);
    });
}

}  // namespace simdrive
