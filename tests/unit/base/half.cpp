#include "base/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace simdrive {
namespace {

constexpr std::uint16_t infinite = 0x7C00;
constexpr std::uint16_t sign = 0x8000;

/// The value of a finite half, by the definition of its fields.
double value_of(std::uint16_t half) {
    const int exponent = half >> 10 & 0x1F;
    const double fraction = (half & 0x3FF) / 1024.0;
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
    return (half & sign) != 0 ? -magnitude : magnitude;
}

TEST(Half, EveryFiniteOneIsRead) {
    for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        if ((half & infinite) == infinite) continue;
        ASSERT_EQ(static_cast<double>(from_half(half)), value_of(half)) << half;
        ASSERT_EQ(std::signbit(from_half(half)), (half & sign) != 0) << half;
    }
}

TEST(Half, EveryFiniteOneIsWrittenAsItself) {
    for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        if ((half & infinite) == infinite) continue;
        ASSERT_EQ(to_half(from_half(half)), half);
    }
}

/// Between each two neighbours: to the nearer one, in the middle to the even one. Subnormals are among them.
TEST(Half, IsTheNearestAndTiesAreEven) {
    for (std::uint16_t lower = 0; lower < infinite - 1; ++lower) {
        const auto upper = static_cast<std::uint16_t>(lower + 1);
        const float middle = (from_half(lower) + from_half(upper)) / 2;  // exact
        const std::uint16_t even = lower % 2 == 0 ? lower : upper;
        ASSERT_EQ(to_half(middle), even) << lower;
        ASSERT_EQ(to_half(std::nextafter(middle, 0.0F)), lower) << lower;
        ASSERT_EQ(to_half(std::nextafter(middle, 1e9F)), upper) << lower;
        ASSERT_EQ(to_half(-middle), even | sign) << lower;
    }
}

TEST(Half, WhatIsTooLargeIsInfinite) {
    constexpr std::uint16_t largest = infinite - 1;
    EXPECT_EQ(from_half(largest), 65504.0F);
    EXPECT_EQ(to_half(std::nextafter(65520.0F, 0.0F)), largest);
    EXPECT_EQ(to_half(65520.0F), infinite);
    EXPECT_EQ(to_half(-65520.0F), infinite | sign);
    EXPECT_EQ(to_half(std::numeric_limits<float>::max()), infinite);
    EXPECT_EQ(to_half(std::numeric_limits<float>::infinity()), infinite);
    EXPECT_TRUE(is_finite_half(largest));
    EXPECT_FALSE(is_finite_half(infinite));
    EXPECT_FALSE(is_finite_half(infinite | sign));
    EXPECT_FALSE(is_finite_half(to_half(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Half, WhatIsTooSmallIsZeroOfItsSign) {
    EXPECT_EQ(to_half(0.0F), 0);
    EXPECT_EQ(to_half(-0.0F), sign);
    EXPECT_EQ(to_half(0x1p-25F), 0) << "a tie";
    EXPECT_EQ(to_half(std::nextafter(0x1p-25F, 1.0F)), 1);
    EXPECT_EQ(to_half(-std::numeric_limits<float>::denorm_min()), sign);
}

}  // namespace
}  // namespace simdrive
