#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace simdrive::balance {

/// Weights whose logarithm is normal: what skewed in-degrees give.
inline std::vector<std::uint64_t> lognormal_weights(std::size_t count, double median, double sigma,
                                                    std::uint64_t series = 7) {
    const RandomStream stream(1, Purpose::test, series);
    std::vector<std::uint64_t> weights(count);
    for (std::size_t i = 0; i < count; ++i) {
        weights[i] = static_cast<std::uint64_t>(std::llround(median * std::exp(sigma * stream.normal(i, 0))));
    }
    return weights;
}

inline std::vector<std::uint64_t> loads_of(const std::vector<std::uint32_t>& bin_of,
                                           const std::vector<std::uint64_t>& weights, std::uint32_t bins) {
    std::vector<std::uint64_t> loads(bins, 0);
    for (std::size_t i = 0; i < weights.size(); ++i) loads.at(bin_of[i]) += weights[i];
    return loads;
}

/// How many pieces of neighbours with the same bin there are.
inline std::size_t pieces(const std::vector<std::uint32_t>& bin_of) {
    std::size_t count = bin_of.empty() ? 0 : 1;
    for (std::size_t i = 1; i < bin_of.size(); ++i) count += bin_of[i] != bin_of[i - 1] ? 1 : 0;
    return count;
}

}  // namespace simdrive::balance
