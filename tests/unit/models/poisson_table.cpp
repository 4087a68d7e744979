#include "models/poisson_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace simdrive {
namespace {

class PoissonMoments : public testing::TestWithParam<double> {};

TEST_P(PoissonMoments, MeanAndVarianceAreTheRate) {
    const double mean = GetParam();
    const PoissonTable table(mean);
    const RandomStream stream(7, Purpose::test, 1);
    constexpr int draws = 200'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
        double n = 0;
        for (std::uint32_t part = 0; part < table.parts(); ++part) {
            n += table.draw(stream.words(static_cast<std::uint64_t>(i), part)[0]);
        }
        sum += n;
        squares += n * n;
    }
    const double found = sum / draws;
    const double variance = squares / draws - found * found;
    EXPECT_NEAR(found, mean, 5 * std::sqrt(mean / draws) + 1e-12);
    // Var of the sample variance of a Poisson number: (mean + 2 mean²)/draws.
    EXPECT_NEAR(variance, mean, 5 * std::sqrt((mean + 2 * mean * mean) / draws) + 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Rates, PoissonMoments, testing::Values(0.0, 1e-4, 0.01, 1.28, 7.9, 8.1, 100.0));

TEST(PoissonTable, AllBitPatternsHaveAnAnswer) {
    const PoissonTable table(1.28);
    EXPECT_EQ(table.draw(0), 0U);
    EXPECT_LT(table.draw(0xFFFFFFFF), 40U);
    EXPECT_THROW(PoissonTable(-1.0), std::invalid_argument);
    EXPECT_THROW(PoissonTable(std::nan("")), std::invalid_argument);
}

}  // namespace
}  // namespace simdrive
