#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

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

    /// out[i] = draw(bits[i], …) for all i, faster: `spare_of(i)` makes the further words for number i.
    template <class SpareOf>
    void draw_all(std::span<const std::uint64_t> bits, std::span<double> out, SpareOf&& spare_of) const {
        std::array<std::uint16_t, at_once> outside_at;
        for (std::size_t first = 0; first < bits.size(); first += at_once) {
            const std::size_t count = std::min(at_once, bits.size() - first);
            const std::size_t missed = draw_inside(&bits[first], count, &out[first], outside_at.data());
            for (std::size_t m = 0; m < missed; ++m) {
                const std::size_t i = first + outside_at[m];
                auto&& words = spare_of(i);
                out[i] = outside(bits[i] & 255U, position(bits[i]), words);
            }
        }
    }

  private:
    static constexpr std::size_t at_once = 256;

    StandardNormal();
    /// Numbers that need no further words; lists the places of the others and tells how many there are.
    std::size_t draw_inside(const std::uint64_t* bits, std::size_t count, double* out,
                            std::uint16_t* outside_at) const;
    /// (−1, 1) from the upper 53 bits.
    static double position(std::uint64_t bits) {
        return (static_cast<double>(static_cast<std::int64_t>(bits) >> 11) + 0.5) * 0x1p-52;
    }
    double outside(std::size_t layer, double u, CounterWords& words) const;

    std::array<double, 257> edge_{};    // right edge of each layer
    std::array<double, 256> inside_{};  // share of the layer that lies under the curve as a whole
};

}  // namespace simdrive::circuit
