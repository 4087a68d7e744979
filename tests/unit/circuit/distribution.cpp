#include "circuit/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "circuit/standard_normal.hpp"
#include "support.hpp"

namespace simdrive::circuit {
namespace {

using nlohmann::json;

const RandomStream stream(1234, Purpose::test, 5);

std::vector<double> drawn(const Distribution& distribution, std::size_t count) {
    std::vector<double> out(count);
    distribution.draw(stream, 3, 0, out);
    return out;
}

struct Moments {
    double mean = 0, variance = 0, kurtosis = 0;
};

Moments moments(const std::vector<double>& values) {
    Moments m;
    const auto n = static_cast<double>(values.size());
    for (const double v : values) m.mean += v / n;
    for (const double v : values) m.variance += std::pow(v - m.mean, 2) / n;
    for (const double v : values) m.kurtosis += std::pow(v - m.mean, 4) / n;
    m.kurtosis /= m.variance * m.variance;
    return m;
}

/// Largest distance between the empirical and the given distribution function, times √n: above 1.95 in 1 of
/// 1000.
template <class F>
double kolmogorov(std::vector<double> values, F&& distribution_function) {
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    double largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double f = distribution_function(values[i]);
        largest = std::max({largest, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
    }
    return largest * std::sqrt(n);
}

double normal_function(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

TEST(Distribution, ANumberIsItself) {
    const auto three = Distribution::parse(json(3), "x");
    EXPECT_TRUE(three.is_constant());
    EXPECT_EQ(three.draw(stream, 1, 2), 3.0);
    EXPECT_EQ(three.least(), 3.0);
    EXPECT_EQ(three.largest(), 3.0);
}

TEST(Distribution, NormalHasItsShape) {
    const auto normal = Distribution::parse(json{{"normal", {{"mean", 1.5}, {"std", 0.75}}}}, "x");
    const auto values = drawn(normal, 1'000'000);
    const auto m = moments(values);
    EXPECT_NEAR(m.mean, 1.5, 4 * 0.75e-3);
    EXPECT_NEAR(m.variance, 0.5625, 4 * 0.5625 * std::sqrt(2e-6));
    EXPECT_NEAR(m.kurtosis, 3, 4 * std::sqrt(24e-6));
    EXPECT_LT(kolmogorov(values, [](double v) { return normal_function((v - 1.5) / 0.75); }), 1.95);
    EXPECT_EQ(normal.largest(), 1.5 + 0.75 * RandomStream::max_normal);
}

TEST(Distribution, NormalHasItsTail) {
    const auto values =
        drawn(Distribution::parse(json{{"normal", {{"mean", 0}, {"std", 1}}}}, "x"), 4'000'000);
    for (const double limit : {3.0, 3.654, 4.0, 4.5}) {
        const double expected = 4e6 * 2 * normal_function(-limit);
        const auto found =
            std::count_if(values.begin(), values.end(), [&](double v) { return std::abs(v) > limit; });
        EXPECT_NEAR(static_cast<double>(found), expected, 4 * std::sqrt(expected)) << limit;
    }
}

TEST(Distribution, ManyAtOnceAreTheSameAsOneByOne) {
    for (const auto& text :
         {R"({"normal": {"mean": 0, "std": 1}})", R"({"normal": {"mean": 0, "std": 1, "min": 0.5}})",
          R"({"uniform": {"min": 0, "max": 1}})", R"({"exponential": {"beta": 2}})"}) {
        const auto distribution = Distribution::parse(json::parse(text), "x");
        std::vector<double> many(1001);
        distribution.draw(stream, 7, 3, many);
        for (std::size_t i = 0; i < many.size(); ++i)
            ASSERT_EQ(many[i], distribution.draw(stream, 7, 3 + i)) << text;
    }
}

TEST(Distribution, ValuesOutsideAreDrawnAgainNotClipped) {
    const auto cut =
        Distribution::parse(json{{"normal", {{"mean", 0}, {"std", 1}, {"min", -0.3}, {"max", 1}}}}, "x");
    const double below = normal_function(-0.3);
    const double inside = normal_function(1) - below;
    EXPECT_LT(
        kolmogorov(drawn(cut, 200'000), [&](double v) { return (normal_function(v) - below) / inside; }),
        1.95);
    EXPECT_EQ(cut.least(), -0.3);
    EXPECT_EQ(cut.largest(), 1);
}

TEST(Distribution, FarTailsAreReachedByInversion) {
    const auto far = Distribution::parse(json{{"normal", {{"mean", 0}, {"std", 1}, {"min", 4}}}}, "x");
    const double inside = normal_function(-4);
    const auto values = drawn(far, 20'000);
    EXPECT_GE(*std::min_element(values.begin(), values.end()), 4);
    EXPECT_LT(kolmogorov(values, [&](double v) { return 1 - normal_function(-v) / inside; }), 1.95);
}

TEST(Distribution, LognormalExponentialUniform) {
    const auto lognormal = Distribution::parse(json{{"lognormal", {{"mean", 0.5}, {"std", 0.4}}}}, "x");
    EXPECT_LT(kolmogorov(drawn(lognormal, 200'000),
                         [](double v) { return normal_function((std::log(v) - 0.5) / 0.4); }),
              1.95);
    const auto exponential =
        Distribution::parse(json{{"exponential", {{"beta", 2}, {"min", 1}, {"max", 5}}}}, "x");
    const double low = std::exp(-0.5);
    const double high = std::exp(-2.5);
    EXPECT_LT(kolmogorov(drawn(exponential, 200'000),
                         [&](double v) { return (low - std::exp(-v / 2)) / (low - high); }),
              1.95);
    const auto uniform = Distribution::parse(json{{"uniform", {{"min", -2}, {"max", 3}}}}, "x");
    EXPECT_LT(kolmogorov(drawn(uniform, 200'000), [](double v) { return (v + 2) / 5; }), 1.95);
}

TEST(Distribution, LimitsHoldForEveryDraw) {
    for (const auto& text :
         {R"({"normal": {"mean": -1, "std": 2}})", R"({"lognormal": {"mean": 1, "std": 2, "max": 9}})",
          R"({"uniform": {"min": 0.1, "max": 0.3}})", R"({"exponential": {"beta": 2, "min": 0.5}})"}) {
        const auto distribution = Distribution::parse(json::parse(text), "x");
        const auto values = drawn(distribution, 100'000);
        EXPECT_GE(*std::min_element(values.begin(), values.end()), distribution.least()) << text;
        EXPECT_LE(*std::max_element(values.begin(), values.end()), distribution.largest()) << text;
    }
}

TEST(Distribution, FaultsNameTheKey) {
    const auto fault = [](const char* text) {
        return data_error_of([&] { Distribution::parse(json::parse(text), "circuit.json: edges.A.delay"); });
    };
    EXPECT_NE(fault(R"("fast")").find("circuit.json: edges.A.delay"), std::string::npos);
    EXPECT_NE(fault(R"({"norml": {"mean": 0, "std": 1}})").find("did you mean \"normal\""),
              std::string::npos);
    EXPECT_NE(fault(R"({"normal": {"mean": 0}})").find("\"std\" is missing"), std::string::npos);
    EXPECT_NE(fault(R"({"normal": {"mean": 0, "std": -1}})").find("std is -1"), std::string::npos);
    EXPECT_NE(fault(R"({"normal": {"mean": 0, "std": 1, "sdt": 1}})").find("sdt"), std::string::npos);
    EXPECT_NE(fault(R"({"normal": {"mean": 0, "std": 1, "min": 2, "max": 1}})").find("above max"),
              std::string::npos);
    EXPECT_NE(fault(R"({"normal": {"mean": 0, "std": 1, "min": 40}})").find("share"), std::string::npos);
    EXPECT_NE(fault(R"({"normal": {"mean": 0, "std": 0, "min": 1}})").find("share"), std::string::npos);
    EXPECT_NE(fault(R"({"lognormal": {"mean": 0, "std": 400}})").find("overflow"), std::string::npos);
    EXPECT_NE(fault(R"({"exponential": {"beta": 0}})").find("above 0"), std::string::npos);
    EXPECT_NE(fault(R"({"normal": {"mean": 0, "std": 1}, "min": 3})").find("2 keys"), std::string::npos);
    EXPECT_NE(fault("[1, 2]").find("expected a number"), std::string::npos);
    EXPECT_NE(fault("true").find("expected a number"), std::string::npos);
}

}  // namespace
}  // namespace simdrive::circuit
