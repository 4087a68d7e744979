#pragma once

#include <cstddef>

namespace simdrive {

/// Neurons first … past−1 of a block. The engine works through a block part by part, several steps of each
/// while it is in cache; parts begin at multiples of `longest` and are at most that long.
struct NeuronRange {
    static constexpr std::size_t longest = 512;

    std::size_t first = 0;
    std::size_t past = 0;

    std::size_t size() const { return past - first; }
};

}  // namespace simdrive
