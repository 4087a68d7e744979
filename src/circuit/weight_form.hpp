#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "base/half.hpp"

namespace simdrive::circuit {

/// What a weight takes in a connection table. Each projection has one form, the narrowest that holds all of
/// its weights exactly; weights that are drawn are single numbers by definition, unless the user asks for
/// another precision.
enum class WeightForm : std::uint8_t {
    equal,   ///< all weights are the same: nothing is stored
    half,    ///< IEEE 754 binary16: weights from files that it holds exactly, or on request
    single,  ///< binary32
    full     ///< binary64
};
inline constexpr std::size_t weight_forms = 4;
inline constexpr std::array all_weight_forms{WeightForm::equal, WeightForm::half, WeightForm::single,
                                             WeightForm::full};

constexpr std::size_t weight_bytes(WeightForm form) {
    constexpr std::array<std::size_t, weight_forms> bytes{0, sizeof(std::uint16_t), sizeof(float),
                                                          sizeof(double)};
    return bytes[static_cast<std::size_t>(form)];
}

/// What --weight-precision says. `automatic`: drawn weights single, weights from files as exact as they are.
enum class WeightPrecision : std::uint8_t { automatic, half, single, full };

/// A count for each form, such as the in-degree of a node.
using FormCounts = std::array<std::uint64_t, weight_forms>;

/// The weights of one projection.
struct WeightRange {
    WeightForm form = WeightForm::equal;
    double least = 0;
    double largest = 0;

    /// The narrowest form for weights in [least, largest], each of which `narrowest` holds exactly.
    static WeightRange exact(double least, double largest, WeightForm narrowest) {
        return {least == largest ? WeightForm::equal : narrowest, least, largest};
    }
};

/// The narrowest form that holds `weight` exactly.
inline WeightForm form_of(double weight) {
    const auto single = static_cast<float>(weight);
    if (static_cast<double>(single) != weight) return WeightForm::full;
    const auto half = to_half(single);
    return is_finite_half(half) && from_half(half) == single ? WeightForm::half : WeightForm::single;
}

/// `weight` as `precision` holds it; infinite where it does not fit. `by_rule`: the weight was drawn, not
/// read.
inline double rounded_weight(double weight, WeightPrecision precision, bool by_rule) {
    switch (precision) {
        case WeightPrecision::half: {
            const auto half = to_half(static_cast<float>(weight));
            return is_finite_half(half) ? static_cast<double>(from_half(half))
                                        : std::numeric_limits<double>::infinity();
        }
        case WeightPrecision::single:
            return static_cast<double>(static_cast<float>(weight));
        case WeightPrecision::automatic:
            return by_rule ? static_cast<double>(static_cast<float>(weight)) : weight;
        case WeightPrecision::full:
            break;
    }
    return weight;
}

}  // namespace simdrive::circuit
