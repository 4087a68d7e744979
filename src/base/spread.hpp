#pragma once

#include <algorithm>

namespace simdrive {

/// Least, mean and largest of a list: of loads or times over ranks. All zero where the list is empty.
struct Spread {
    double least = 0;
    double mean = 0;
    double largest = 0;
    /// Largest over mean: 1 is perfect balance.
    double imbalance() const { return mean > 0 ? largest / mean : 1; }
    friend bool operator==(const Spread&, const Spread&) = default;
};

/// `values`: any container of numbers.
template <class Values>
Spread spread_of(const Values& values) {
    if (values.empty()) return {};
    double sum = 0;
    for (const auto& value : values) sum += static_cast<double>(value);
    const auto [least, largest] = std::minmax_element(values.begin(), values.end());
    return {static_cast<double>(*least), sum / static_cast<double>(values.size()),
            static_cast<double>(*largest)};
}

}  // namespace simdrive
