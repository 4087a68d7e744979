#include "models/poisson_table.hpp"

#include <algorithm>
#include <cmath>
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
        if (last && n >= part) {
            past_.push_back(whole);
            return;
        }
        past_.push_back(past);
        probability *= part / (n + 1);
    }
}

}  // namespace simdrive
