#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace simdrive::balance {

/// How many of a list of loads lie in each of equally wide intervals.
struct Histogram {
    std::uint64_t first = 0;            ///< where the first interval begins: the least load
    double width = 0;                   ///< of an interval; 0 where all loads are equal (one interval)
    std::vector<std::uint64_t> counts;  ///< by interval; the last one includes its end, the largest load

    double begin(std::size_t interval) const {
        return static_cast<double>(first) + width * static_cast<double>(interval);
    }
};

/// At most `intervals` (≥ 1) intervals between the least and the largest load; none where there are no loads.
Histogram histogram(std::span<const std::uint64_t> loads, std::size_t intervals);

}  // namespace simdrive::balance
