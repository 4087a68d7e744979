#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "circuit/counter_words.hpp"

namespace simdrive::circuit {

/// Standard normal numbers by the ziggurat method (Marsaglia & Tsang 2000, with the layer and the position
/// taken from different bits as Doornik 2005 advises): exact, and 99 of 100 draws cost one comparison and one
/// multiplication. No magnitude exceeds RandomStream::max_normal.
class StandardNormal {
  public:
    static const StandardNormal& table();

    /// The number that 64 random bits stand for; `spare` makes the further words that 1 draw in 100 needs.
    template <class MakeSpare>
    double draw(std::uint64_t bits, MakeSpare&& spare) const {
        const std::size_t layer = bits & 255U;
        const double u = position(bits);
        if (std::abs(u) < inside_[layer]) return u * edge_[layer];
        auto&& words = spare();
        return outside(layer, u, words);
    }

  private:
    StandardNormal();
    /// (−1, 1) from the upper 53 bits.
    static double position(std::uint64_t bits) {
        return (static_cast<double>(static_cast<std::int64_t>(bits) >> 11) + 0.5) * 0x1p-52;
    }
    double outside(std::size_t layer, double u, CounterWords& words) const;

    std::array<double, 257> edge_{};    // right edge of each layer
    std::array<double, 256> inside_{};  // share of the layer that lies under the curve as a whole
};

}  // namespace simdrive::circuit
