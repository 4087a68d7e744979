#include "circuit/binomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace simdrive::circuit {

namespace {

constexpr std::uint64_t most_bits_counted = 512;
constexpr double inversion_below = 10;  // expected successes; BTRS needs at least this many

std::uint64_t count_bits(std::uint64_t n, CounterWords& words) {
    std::uint64_t count = 0;
    for (; n >= 64; n -= 64) count += static_cast<std::uint64_t>(std::popcount(words.bits()));
    if (n > 0) count += static_cast<std::uint64_t>(std::popcount(words.bits() >> (64 - n)));
    return count;
}

std::uint64_t by_inversion(std::uint64_t n, double p, CounterWords& words) {
    const auto trials = static_cast<double>(n);
    const double odds = p / (1 - p);
    double probability = std::exp(trials * std::log1p(-p));  // of exactly k
    double u = words.uniform();
    std::uint64_t k = 0;
    // The mean is below 10: past 200 there is only rounding error left.
    const std::uint64_t last = std::min<std::uint64_t>(n, 200);
    while (u > probability && k < last) {
        u -= probability;
        ++k;
        probability *= odds * (trials - static_cast<double>(k) + 1) / static_cast<double>(k);
    }
    return k;
}

/// log(k!) minus Stirling's approximation of it.
double stirling_tail(double k) {
    static constexpr std::array<double, 10> table{
        0.08106146679532726,  0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
        0.01664469118982119,  0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
        0.009255462182712733, 0.008330563433362871};
    if (k < 10) return table[static_cast<std::size_t>(k)];
    const double k1 = k + 1;
    const double square = k1 * k1;
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / k1;
}

std::uint64_t by_rejection(std::uint64_t trials, double p, CounterWords& words) {
    const auto n = static_cast<double>(trials);
    const double spread = std::sqrt(n * p * (1 - p));
    const double b = 1.15 + 2.53 * spread;
    const double a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double c = n * p + 0.5;
    const double v_r = 0.92 - 4.2 / b;
    const double alpha = (2.83 + 5.1 / b) * spread;
    const double r = p / (1 - p);
    const double m = std::floor((n + 1) * p);
    while (true) {
        const double u = words.uniform() - 0.5;
        double v = words.uniform();
        const double us = 0.5 - std::abs(u);
        const double k = std::floor((2 * a / us + b) * u + c);
        if (k < 0 || k > n) continue;
        if (us >= 0.07 && v <= v_r) return static_cast<std::uint64_t>(k);
        v = std::log(v * alpha / (a / (us * us) + b));
        const double bound = (m + 0.5) * std::log((m + 1) / (r * (n - m + 1))) +
                             (n + 1) * std::log((n - m + 1) / (n - k + 1)) +
                             (k + 0.5) * std::log(r * (n - k + 1) / (k + 1)) + stirling_tail(m) +
                             stirling_tail(n - m) - stirling_tail(k) - stirling_tail(n - k);
        if (v <= bound) return static_cast<std::uint64_t>(k);
    }
}

}  // namespace

std::uint64_t binomial(std::uint64_t n, double p, CounterWords words) {
    if (n == 0 || p <= 0) return 0;
    if (p >= 1) return n;
    if (p == 0.5 && n <= most_bits_counted) return count_bits(n, words);
    if (p > 0.5) return n - binomial(n, 1 - p, words);
    if (static_cast<double>(n) * p < inversion_below) return by_inversion(n, p, words);
    return by_rejection(n, p, words);
}

}  // namespace simdrive::circuit
