#include "balance/histogram.hpp"

#include <algorithm>

namespace simdrive::balance {

Histogram histogram(std::span<const std::uint64_t> loads, std::size_t intervals) {
    if (loads.empty()) return {};
    const auto [least, largest] = std::minmax_element(loads.begin(), loads.end());
    const std::uint64_t span = *largest - *least;
    Histogram result{*least, 0, {}};
    if (span == 0) {
        result.counts = {loads.size()};
        return result;
    }
    result.counts.assign(intervals, 0);
    result.width = static_cast<double>(span) / static_cast<double>(intervals);
    for (const auto load : loads) {
        const auto interval = static_cast<std::size_t>(static_cast<double>(load - *least) / result.width);
        ++result.counts[std::min(interval, intervals - 1)];
    }
    return result;
}

}  // namespace simdrive::balance
