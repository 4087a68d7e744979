#include "circuit/standard_normal.hpp"

#include <simdrive/instruction_set.hpp>

#include <numbers>

namespace simdrive::circuit {

namespace {

constexpr long double tail_start = 3.6541528853610088L;  // for 256 layers of equal area

long double curve(long double x) {
    return std::exp(-0.5L * x * x);
}

/// A number beyond tail_start (Marsaglia 1964).
double tail(CounterWords& words) {
    const auto start = static_cast<double>(tail_start);
    while (true) {
        const double x = -std::log(words.uniform()) / start;
        const double y = -std::log(words.uniform());
        if (2 * y >= x * x && start + x <= RandomStream::max_normal) return start + x;
    }
}

}  // namespace

// The table is computed in long double, so that no variant of the C library changes a bit of the rounded
// result.
StandardNormal::StandardNormal() {
    const long double area = tail_start * curve(tail_start) + std::sqrt(std::numbers::pi_v<long double> / 2) *
                                                                  std::erfc(tail_start / std::sqrt(2.0L));
    long double x = tail_start;
    edge_[0] = static_cast<double>(area / curve(tail_start));
    edge_[1] = static_cast<double>(tail_start);
    for (std::size_t i = 2; i < 256; ++i) {
        x = std::sqrt(-2 * std::log(area / x + curve(x)));
        edge_[i] = static_cast<double>(x);
    }
    edge_[256] = 0;
    for (std::size_t i = 0; i < 256; ++i) inside_[i] = edge_[i + 1] / edge_[i];
}

const StandardNormal& StandardNormal::table() {
    static const StandardNormal instance;
    return instance;
}

std::size_t StandardNormal::draw_inside(const std::uint64_t* bits, std::size_t count, double* out,
                                        std::uint16_t* outside_at) const {
    return with_instructions([=, this](auto) {
        std::size_t missed = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t layer = bits[i] & 255U;
            const double u = position(bits[i]);
            out[i] = u * edge_[layer];
            // Written always and kept where it counts: no branch that would be guessed wrong.
            outside_at[missed] = static_cast<std::uint16_t>(i);
            missed += std::abs(u) < inside_[layer] ? 0 : 1;
        }
        return missed;
    });
}

double StandardNormal::outside(std::size_t layer, double u, CounterWords& words) const {
    while (true) {
        if (std::abs(u) < inside_[layer]) return u * edge_[layer];
        if (layer == 0) return std::copysign(tail(words), u);
        const double x = u * edge_[layer];
        const double low = std::exp(-0.5 * (edge_[layer] * edge_[layer] - x * x));
        const double high = std::exp(-0.5 * (edge_[layer + 1] * edge_[layer + 1] - x * x));
        if (high + words.uniform() * (low - high) < 1) return x;
        const std::uint64_t bits = words.bits();
        layer = bits & 255U;
        u = position(bits);
    }
}

}  // namespace simdrive::circuit
