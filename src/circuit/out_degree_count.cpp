#include "circuit/out_degree_count.hpp"

#include <cmath>
#include <map>

namespace simdrive::circuit {

namespace {
constexpr std::uint64_t largest_exact = 4096;
constexpr double bin_width = 1.01;
}  // namespace

OutDegrees out_degrees_of(std::span<const std::uint64_t> targets_of_source) {
    struct Bin {
        double edges = 0;
        std::uint64_t sources = 0;
    };
    std::vector<std::uint64_t> exact(largest_exact + 1);
    std::map<std::int64_t, Bin> binned;
    for (const std::uint64_t degree : targets_of_source) {
        if (degree <= largest_exact) {
            ++exact[degree];
            continue;
        }
        const auto edges = static_cast<double>(degree);
        Bin& bin = binned[std::llround(std::floor(std::log(edges) / std::log(bin_width)))];
        bin.edges += edges;
        ++bin.sources;
    }
    OutDegrees result;
    for (std::size_t degree = 1; degree <= largest_exact; ++degree) {
        if (exact[degree] > 0) result.emplace_back(static_cast<double>(degree), exact[degree]);
    }
    for (const auto& [index, bin] : binned) {
        result.emplace_back(bin.edges / static_cast<double>(bin.sources), bin.sources);
    }
    return result;
}

}  // namespace simdrive::circuit
