#pragma once

#include <bit>
#include <cstdint>

namespace simdrive {

/// IEEE 754 binary16 as bits, converted by integer and single arithmetic alone: the same on every processor.

constexpr bool is_finite_half(std::uint16_t half) {
    return (half & 0x7C00U) != 0x7C00U;
}

/// Only for finite ones.
inline float from_half(std::uint16_t half) {
    // Exponent and mantissa, shifted into place, stand for a number that is 2^112 times too small.
    const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7FFFU) << 13U;
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112F;
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16U;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | sign);
}

/// The nearest half, ties to even. Magnitudes from 65520 on become infinite (0x7C00).
inline std::uint16_t to_half(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
    const float magnitude = std::bit_cast<float>(bits & 0x7FFF'FFFFU);
    if (!(magnitude < 65520.0F)) return static_cast<std::uint16_t>(sign | 0x7C00U);
    if (magnitude < 0x1p-14F) {
        // Subnormal: a multiple of 2^-24; adding 2^-1 lets the addition round to one.
        const auto sum = std::bit_cast<std::uint32_t>(magnitude + 0.5F);
        return static_cast<std::uint16_t>(sign | (sum - std::bit_cast<std::uint32_t>(0.5F)));
    }
    const auto word = std::bit_cast<std::uint32_t>(magnitude);
    const std::uint32_t odd = word >> 13U & 1U;
    return static_cast<std::uint16_t>(sign | ((word - (112U << 23U) + 0xFFFU + odd) >> 13U));
}

}  // namespace simdrive
