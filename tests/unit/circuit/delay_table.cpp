#include "circuit/delay_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "support.hpp"

namespace simdrive::circuit {
namespace {

using nlohmann::json;

constexpr double dt = 0.1;
const TimeGrid grid(dt);

DelayTable table_of(const json& delay) {
    return {Distribution::parse(delay, "delay"), grid, "delay"};
}

std::vector<std::uint32_t> draws(const DelayTable& table, std::size_t count) {
    std::vector<std::uint32_t> drawn(count);
    table.draw(RandomStream(1, Purpose::delay, 5), 7, 0, drawn);
    return drawn;
}

/// A distribution and, worked out another way, P(value ≤ x) without its limits.
struct Case {
    json delay;
    std::function<double(double)> below;
    double min = -INFINITY;
    double max = INFINITY;
    std::size_t least_delays;  ///< the chi-square test has at least so many classes
};

double normal_below(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

std::vector<Case> cases() {
    const auto normal = [](double x) { return normal_below((x - 1.5) / 0.75); };
    const auto lognormal = [](double x) { return x <= 0 ? 0 : normal_below((std::log(x) - 0.5) / 0.4); };
    const auto exponential = [](double x) { return x <= 0 ? 0 : 1 - std::exp(-x / 2.0); };
    const auto uniform = [](double x) { return std::clamp((x - 0.73) / (4.21 - 0.73), 0.0, 1.0); };
    return {
        {json::parse(R"({"normal": {"mean": 1.5, "std": 0.75, "min": 0.1}})"), normal, 0.1, INFINITY, 30},
        {json::parse(R"({"normal": {"mean": 1.5, "std": 0.75, "min": 1.02, "max": 2.39}})"), normal, 1.02,
         2.39, 14},
        {json::parse(R"({"lognormal": {"mean": 0.5, "std": 0.4, "min": 0.1}})"), lognormal, 0.1, INFINITY,
         30},
        {json::parse(R"({"lognormal": {"mean": 0.5, "std": 0.4, "min": 1, "max": 3}})"), lognormal, 1, 3, 20},
        {json::parse(R"({"exponential": {"beta": 2, "min": 0.1}})"), exponential, 0.1, INFINITY, 50},
        {json::parse(R"({"exponential": {"beta": 2, "min": 0.5, "max": 1.2}})"), exponential, 0.5, 1.2, 8},
        {json::parse(R"({"uniform": {"min": 0.73, "max": 4.21}})"), uniform, 0.73, 4.21, 30},
    };
}

TEST(DelayTable, DrawsFollowTheDistribution) {
    constexpr std::size_t count = 400'000;
    for (const auto& [delay, below, min, max, least_delays] : cases()) {
        const auto table = table_of(delay);
        std::map<std::uint32_t, double> found;
        for (const auto step : draws(table, count)) ++found[step];
        const auto inside = [&, &below = below, low = min, high = max](double x) {
            const auto clamped = std::clamp(x, low, high);
            return (below(clamped) - below(low)) / (below(high) - below(low));
        };
        double chi_square = 0;
        std::size_t classes = 0;
        for (const auto step : table.steps()) {
            const double expected = count * (inside(dt * (step + 0.5)) - inside(dt * (step - 0.5)));
            if (expected < 10) continue;
            chi_square += (found[step] - expected) * (found[step] - expected) / expected;
            ++classes;
        }
        const auto freedom = static_cast<double>(classes);
        EXPECT_GE(classes, least_delays) << delay;
        EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom)) << delay;
        EXPECT_GT(chi_square, freedom - 5 * std::sqrt(2 * freedom)) << delay;
    }
}

TEST(DelayTable, EveryDelayThatIsDrawnIsKnown) {
    for (const auto& one : cases()) {
        const auto table = table_of(one.delay);
        const auto& steps = table.steps();
        EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end())) << one.delay;
        for (const auto step : draws(table, 100'000))
            ASSERT_TRUE(std::binary_search(steps.begin(), steps.end(), step)) << one.delay << " " << step;
    }
}

TEST(DelayTable, LimitsAreTheNearestSteps) {
    const auto limits = [](const char* text) {
        const auto table = table_of(json::parse(text));
        return std::pair(table.steps().front(), table.steps().back());
    };
    EXPECT_EQ(limits(R"({"uniform": {"min": 0.73, "max": 4.21}})"), std::pair(7U, 42U));
    EXPECT_EQ(limits(R"({"uniform": {"min": 0.06, "max": 0.34}})"), std::pair(1U, 3U));
    EXPECT_EQ(limits(R"({"normal": {"mean": 1.5, "std": 0.75, "min": 1.02, "max": 2.39}})"),
              std::pair(10U, 24U));
    EXPECT_EQ(limits(R"({"uniform": {"min": 6553.0, "max": 6553.54}})"), std::pair(65'530U, 65'535U));
    // What is less likely than 2^-33 is rounded away: 6.34 standard deviations.
    EXPECT_EQ(limits(R"({"normal": {"mean": 100, "std": 1, "min": 0.1}})"), std::pair(937U, 1063U));
}

TEST(DelayTable, OneDelay) {
    EXPECT_EQ(table_of(0.34).steps(), std::vector<std::uint32_t>{3});
    EXPECT_EQ(draws(table_of(0.34), 3), (std::vector<std::uint32_t>{3, 3, 3}));
    EXPECT_EQ(table_of(6553.5).steps(), std::vector<std::uint32_t>{65'535});
    const auto narrow = table_of(json::parse(R"({"uniform": {"min": 0.96, "max": 1.04}})"));
    EXPECT_EQ(narrow.steps(), std::vector<std::uint32_t>{10});
    EXPECT_EQ(draws(narrow, 2), (std::vector<std::uint32_t>{10, 10}));
}

TEST(DelayTable, PiecesAreThoseOfTheWhole) {
    const auto table = table_of(cases()[0].delay);
    const RandomStream stream(1, Purpose::delay, 5);
    const auto whole = draws(table, 3000);
    for (const std::size_t size : {1U, 3U, 4U, 5U, 255U, 256U, 257U, 1000U}) {
        std::vector<std::uint32_t> pieces(whole.size());
        for (std::size_t first = 0; first < whole.size(); first += size) {
            const auto count = std::min(size, whole.size() - first);
            table.draw(stream, 7, first, std::span(pieces).subspan(first, count));
        }
        EXPECT_EQ(pieces, whole) << size;
    }
    std::vector<std::uint32_t> other(whole.size());
    table.draw(stream, 8, 0, other);
    EXPECT_NE(other, whole);
}

TEST(DelayTable, WhatDoesNotFitIsRefused) {
    const auto fault = [](const char* text) { return data_error_of([&] { table_of(json::parse(text)); }); };
    EXPECT_NE(fault("0.04").find("at least dt"), std::string::npos);
    EXPECT_EQ(fault("0.06"), "");
    EXPECT_NE(fault(R"({"normal": {"mean": 1.5, "std": 0.75}})").find("\"min\": 0.1"), std::string::npos);
    EXPECT_NE(fault(R"({"exponential": {"beta": 1}})").find("\"min\": 0.1"), std::string::npos);
    EXPECT_NE(fault(R"({"uniform": {"min": 0.04, "max": 1}})").find("\"min\": 0.1"), std::string::npos);
    EXPECT_EQ(fault(R"({"uniform": {"min": 0.06, "max": 1}})"), "");
    EXPECT_NE(fault("6553.6").find("at most 6553.5 ms (65535 steps)"), std::string::npos) << fault("6553.6");
    EXPECT_NE(fault("1e300").find("at most"), std::string::npos);
    EXPECT_NE(fault(R"({"uniform": {"min": 1, "max": 6554}})").find("at most"), std::string::npos);
    // What matters is what can be drawn, not what the distribution could give without limits.
    EXPECT_EQ(fault(R"({"normal": {"mean": 3000, "std": 1000, "min": 1, "max": 6000}})"), "");
}

}  // namespace
}  // namespace simdrive::circuit
