#include "models/poisson_table.hpp"

#include <simdrive/instruction_set.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace simdrive {

namespace {
constexpr double largest_part = 8.0;  // events a step; keeps the table short and exp(−mean) far from 0
constexpr double largest_mean = 1e6;
constexpr auto whole = std::uint64_t{1} << 32;
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
        if (last && n >= part) return;
        if (past < whole) past_.push_back(static_cast<std::uint32_t>(past));
        probability *= part / (n + 1);
    }
}

namespace {

// As many draws as stay in registers while one threshold after the other is held against them.
constexpr std::size_t at_once = 64;

/// Comparisons are of signed numbers and by "greater", since that is what all instruction sets have.
inline std::int32_t as_signed(std::uint32_t bits) {
    return static_cast<std::int32_t>(bits ^ 0x8000'0000U);
}

void add_at_once(const std::uint32_t* bits, std::span<const std::uint32_t> past, std::uint32_t* counts) {
    std::array<std::int32_t, at_once> position;
    std::array<std::uint32_t, at_once> count;
    std::int32_t highest = std::numeric_limits<std::int32_t>::min();
    for (std::size_t i = 0; i < at_once; ++i) {
        position[i] = as_signed(bits[i]);
        count[i] = counts[i];
        highest = std::max(highest, position[i]);
    }
    for (const std::uint32_t limit : past) {
        const std::int32_t below = as_signed(limit - 1);  // limit > 0: P(N = 0) of a part is above exp(-9)
        if (highest <= below) break;
        for (std::size_t i = 0; i < at_once; ++i) count[i] += position[i] > below ? 1 : 0;
    }
    for (std::size_t i = 0; i < at_once; ++i) counts[i] = count[i];
}

}  // namespace

void PoissonTable::add(std::span<const std::uint32_t> bits, std::uint32_t* counts) const {
    const std::span<const std::uint32_t> past = past_;
    const std::size_t whole_lots = bits.size() / at_once;
    with_instructions([=](auto) {
        for (std::size_t lot = 0; lot < whole_lots; ++lot)
            add_at_once(&bits[lot * at_once], past, counts + lot * at_once);
    });
    for (std::size_t i = whole_lots * at_once; i < bits.size(); ++i) counts[i] += draw(bits[i]);
}

}  // namespace simdrive
