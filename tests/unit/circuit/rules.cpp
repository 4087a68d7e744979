#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "circuit/binomial.hpp"
#include "support.hpp"

namespace simdrive::circuit {
namespace {

using nlohmann::json;

RuleEnds ends_of(std::uint64_t sources, std::uint64_t targets) {
    RuleEnds ends;
    ends.sources = sources;
    ends.targets = targets;
    ends.seed = 42;
    ends.projection_key = 7;
    return ends;
}

RuleEnds within(std::uint64_t nodes, bool autapses) {
    RuleEnds ends = ends_of(nodes, nodes);
    ends.same_population = true;
    ends.allow_autapses = autapses;
    return ends;
}

std::uint64_t total(const std::vector<std::uint64_t>& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

TEST(Binomial, MeanAndVariance) {
    const RandomStream stream(9, Purpose::test, 1);
    struct Case {
        std::uint64_t n;
        double p;
    };
    for (const auto& [n, p] : {Case{500, 0.5},
                               {513, 0.5},
                               {100, 0.03},
                               {1000, 0.3},
                               {1000, 0.9},
                               {40, 0.25},
                               {1'000'000'000'000, 0.5},
                               {1'000'000'000'000, 1e-9},
                               {1, 0.2}}) {
        const double mean = static_cast<double>(n) * p;
        const double variance = mean * (1 - p);
        const int draws = 100'000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; ++i) {
            const auto k = binomial(n, p, CounterWords(stream, static_cast<std::uint64_t>(i), n));
            ASSERT_LE(k, n);
            const double d = static_cast<double>(k) - mean;
            sum += d;
            squares += d * d;
        }
        EXPECT_NEAR(sum / draws, 0, 4 * std::sqrt(variance / draws)) << n << " " << p;
        const double kurtosis = 3 + (1 - 6 * p * (1 - p)) / variance;
        EXPECT_NEAR(squares / draws / variance, 1, 4 * std::sqrt((kurtosis - 1) / draws)) << n << " " << p;
    }
}

TEST(Binomial, ProbabilitiesByAllThreeMethods) {
    const RandomStream stream(10, Purpose::test, 2);
    struct Case {
        std::uint64_t n;
        double p;
    };
    for (const auto& [n, p] : {Case{30, 0.5}, {30, 0.2}, {60, 0.4}}) {
        std::vector<double> found(n + 1);
        const int draws = 400'000;
        for (int i = 0; i < draws; ++i)
            found[binomial(n, p, CounterWords(stream, static_cast<std::uint64_t>(i), n))]++;
        const auto trials = static_cast<double>(n);
        for (std::uint64_t k = 0; k <= n; ++k) {
            const auto x = static_cast<double>(k);
            const double probability =
                std::exp(std::lgamma(trials + 1) - std::lgamma(x + 1) - std::lgamma(trials - x + 1) +
                         x * std::log(p) + (trials - x) * std::log1p(-p));
            const double expected = probability * draws;
            EXPECT_NEAR(found[k], expected, 4.5 * std::sqrt(expected) + 1) << n << " " << p << " " << k;
        }
    }
}

TEST(Rules, InDegreesDoNotDependOnWhichRowsAreAskedFor) {
    for (const auto& [name, parameters] :
         {std::pair<std::string, json>{"fixed_total_number", {{"count", 12'345}}},
          {"fixed_outdegree", {{"outdegree", 41}}},
          {"pairwise_bernoulli", {{"p", 0.1}}}}) {
        const auto rule = bound(name, parameters, ends_of(300, 777));
        const auto all = rule->in_degrees(Selection(0, 777));
        EXPECT_EQ(total(all), rule->edge_count()) << name;
        const auto some = Selection::of_ranges({{3, 4}, {100, 140}, {511, 514}, {776, 777}});
        const auto degrees = rule->in_degrees(some);
        ASSERT_EQ(degrees.size(), some.size());
        std::size_t i = 0;
        some.for_each([&](std::uint64_t row) { EXPECT_EQ(degrees[i++], all[row]) << name << " " << row; });
        EXPECT_TRUE(rule->in_degrees(Selection()).empty());
    }
}

TEST(Rules, PiecesOfATargetsEdgesAreThoseOfTheWhole) {
    for (const auto& [name, parameters] :
         {std::pair<std::string, json>{"fixed_total_number", {{"count", 9000}}},
          {"pairwise_bernoulli", {{"p", 0.3}}},
          {"fixed_indegree", {{"indegree", 90}}},
          {"all_to_all", json::object()}}) {
        const auto rule = bound(name, parameters, within(100, false));
        const auto degree = rule->in_degrees(Selection(50, 51)).at(0);
        const auto whole = sources_of(*rule, 50, degree);
        ASSERT_EQ(whole.size(), degree);
        std::vector<std::uint64_t> pieces;
        for (std::uint64_t first = 0; first < degree; first += 7) {
            rule->sources(50, degree, first, std::min<std::uint64_t>(7, degree - first), pieces);
        }
        EXPECT_EQ(pieces, whole) << name;
        EXPECT_EQ(std::count(whole.begin(), whole.end(), 50U), 0) << name << " has an autapse";
        EXPECT_LT(*std::max_element(whole.begin(), whole.end()), 100U) << name;
    }
}

TEST(Rules, PiecesOfATargetsEdgesWithFixedOutdegree) {
    const auto rule = bound("fixed_outdegree", {{"outdegree", 60}}, within(100, true));
    const auto degree = rule->in_degrees(Selection(50, 51)).at(0);
    const auto whole = sources_of(*rule, 50, degree);
    ASSERT_EQ(whole.size(), degree);
    std::vector<std::uint64_t> pieces;
    for (std::uint64_t first = 0; first < degree; first += 7) {
        rule->sources(50, degree, first, std::min<std::uint64_t>(7, degree - first), pieces);
    }
    EXPECT_EQ(pieces, whole);
}

TEST(Rules, FixedTotalNumberIsUniformOverTargetsAndSources) {
    const auto rule = bound("fixed_total_number", {{"count", 1'000'000}}, ends_of(500, 1000));
    const auto degrees = rule->in_degrees(Selection(0, 1000));
    EXPECT_EQ(total(degrees), 1'000'000U);
    EXPECT_LT(std::abs(chi_square_score(degrees, 1000)), 4);
    std::vector<std::uint64_t> out_degrees(500);
    for (std::uint64_t target = 0; target < 1000; ++target) {
        for (const auto source : sources_of(*rule, target, degrees[target])) ++out_degrees.at(source);
    }
    EXPECT_LT(std::abs(chi_square_score(out_degrees, 2000)), 4);
}

TEST(Rules, FixedTotalNumberOfOneAndOfNone) {
    const auto one = bound("fixed_total_number", {{"N", 1}}, ends_of(5, 1'000'003));
    EXPECT_EQ(total(one->in_degrees(Selection(0, 1'000'003))), 1U);
    const auto none = bound("fixed_total_number", {{"count", 0}}, ends_of(0, 5));
    EXPECT_EQ(total(none->in_degrees(Selection(0, 5))), 0U);
}

TEST(Rules, FixedOutdegreeGivesEverySourceAsMany) {
    const auto rule = bound("fixed_outdegree", {{"outdegree", 2000}}, ends_of(500, 1000));
    EXPECT_EQ(rule->edge_count(), 1'000'000U);
    const auto degrees = rule->in_degrees(Selection(0, 1000));
    EXPECT_LT(std::abs(chi_square_score(degrees, 1000)), 4);
    std::vector<std::uint64_t> out_degrees(500);
    std::vector<std::uint64_t> pairs(500 * 1000);
    for (std::uint64_t target = 0; target < 1000; ++target) {
        for (const auto source : sources_of(*rule, target, degrees[target])) {
            ++out_degrees.at(source);
            ++pairs[source * 1000 + target];
        }
    }
    EXPECT_EQ(out_degrees, std::vector<std::uint64_t>(500, 2000));
    EXPECT_LT(std::abs(chi_square_score(pairs, 2)), 4);
}

TEST(Rules, FixedOutdegreeDrawsEveryOutcomeAlike) {
    // Three sources of one edge each, onto two targets, that is 8 outcomes; and each source's two edges onto
    // five targets.
    std::vector<std::uint64_t> outcomes(8);
    std::vector<std::uint64_t> pairs(25);
    for (std::uint64_t seed = 0; seed < 40'000; ++seed) {
        RuleEnds ends = ends_of(3, 2);
        ends.seed = seed;
        const auto one = bound("fixed_outdegree", {{"outdegree", 1}}, ends);
        std::size_t outcome = 0;
        const auto degree = one->in_degrees(Selection(1, 2)).at(0);
        for (const auto source : sources_of(*one, 1, degree)) outcome |= std::size_t{1} << source;
        ++outcomes[outcome];

        ends.targets = 5;
        const auto two = bound("fixed_outdegree", {{"outdegree", 2}}, ends);
        std::vector<std::size_t> targets;
        for (std::size_t target = 0; target < 5; ++target) {
            const auto in_degree = two->in_degrees(Selection(target, target + 1)).at(0);
            for (const auto source : sources_of(*two, target, in_degree)) {
                if (source == 1) targets.push_back(target);
            }
        }
        ASSERT_EQ(targets.size(), 2U);
        ++pairs[targets[0] * 5 + targets[1]];
    }
    EXPECT_LT(std::abs(chi_square_score(outcomes, 5000)), 4);
    std::vector<std::uint64_t> same;
    std::vector<std::uint64_t> different;  // in either order, that is twice as likely
    for (std::size_t a = 0; a < 5; ++a) {
        same.push_back(pairs[a * 5 + a]);
        for (std::size_t b = a + 1; b < 5; ++b) different.push_back(pairs[a * 5 + b]);
    }
    EXPECT_LT(std::abs(chi_square_score(same, 1600)), 4);
    EXPECT_LT(std::abs(chi_square_score(different, 3200)), 4);
}

TEST(Rules, FixedOutdegreeAtTheEdges) {
    const auto one = bound("fixed_outdegree", {{"outdegree", 1}}, ends_of(1, 1'000'003));
    EXPECT_EQ(total(one->in_degrees(Selection(0, 1'000'003))), 1U);
    const auto none = bound("fixed_outdegree", {{"outdegree", 0}}, ends_of(3, 5));
    EXPECT_EQ(total(none->in_degrees(Selection(0, 5))), 0U);
    EXPECT_EQ(bound("fixed_outdegree", {{"outdegree", 7}}, ends_of(0, 0))->edge_count(), 0U);
    const auto huge = bound("fixed_outdegree", {{"outdegree", 10'000}}, ends_of(100'000'000, 100'000'000));
    const auto degree = huge->in_degrees(Selection(99'999'999, 100'000'000)).at(0);
    EXPECT_NEAR(static_cast<double>(degree), 10'000, 500);
    double mean = 0;
    for (const auto source : sources_of(*huge, 99'999'999, degree)) {
        ASSERT_LT(source, 100'000'000U);
        mean += static_cast<double>(source) / static_cast<double>(degree);
    }
    EXPECT_NEAR(mean, 5e7, 4 * 1e8 / std::sqrt(12.0 * static_cast<double>(degree)));
}

TEST(Rules, PairwiseBernoulliConnectsEachPairAlike) {
    const double p = 0.2;
    std::vector<std::uint64_t> counts(30 * 30);
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        RuleEnds ends = ends_of(30, 30);
        ends.seed = seed;
        const auto rule = bound("pairwise_bernoulli", {{"p", p}}, ends);
        const auto degrees = rule->in_degrees(Selection(0, 30));
        for (std::uint64_t target = 0; target < 30; ++target) {
            const auto sources = sources_of(*rule, target, degrees[target]);
            EXPECT_EQ(std::set(sources.begin(), sources.end()).size(), sources.size()) << "a pair twice";
            for (const auto source : sources) ++counts[target * 30 + source];
        }
    }
    // Each count is binomial(2000, p): its variance is 1 − p of what χ² takes for Poisson counts.
    double sum = 0;
    for (const auto count : counts) sum += std::pow(static_cast<double>(count) - 400, 2) / (400 * (1 - p));
    EXPECT_LT(std::abs(sum - 900) / std::sqrt(1800), 4);
}

TEST(Rules, PairwiseBernoulliWithCertaintyIsAllToAll) {
    const auto rule = bound("pairwise_bernoulli", {{"p", 1}}, within(40, false));
    EXPECT_EQ(rule->edge_count(), 40U * 39U);
    auto sources = sources_of(*rule, 7, 39);
    std::sort(sources.begin(), sources.end());
    EXPECT_EQ(sources, sources_of(*bound("all_to_all", json::object(), within(40, false)), 7, 39));
}

TEST(Rules, FixedIndegreeWithoutMultapsesDrawsEverySubsetAlike) {
    RuleEnds ends = within(6, false);
    ends.allow_multapses = false;
    std::vector<std::uint64_t> counts(64);
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        ends.seed = seed;
        const auto rule = bound("fixed_indegree", {{"indegree", 3}}, ends);
        std::size_t subset = 0;
        for (const auto source : sources_of(*rule, 2, 3)) subset |= std::size_t{1} << source;
        ++counts[subset];
    }
    std::vector<std::uint64_t> met;
    std::copy_if(counts.begin(), counts.end(), std::back_inserter(met), [](auto n) { return n > 0; });
    ASSERT_EQ(met.size(), 10U) << "3 of the 5 others";
    EXPECT_LT(std::abs(chi_square_score(met, 2000)), 4);
}

TEST(Rules, ANeuronWithTenMillionInputsOfAHundredMillionSources) {
    RuleEnds ends = ends_of(100'000'000, 100'000'000);
    ends.allow_multapses = false;
    const auto rule = bound("fixed_indegree", {{"indegree", 10'000'000}}, ends);
    EXPECT_EQ(rule->edge_count(), 1'000'000'000'000'000U);
    auto sources = sources_of(*rule, 99'999'999, 10'000'000);
    std::sort(sources.begin(), sources.end());
    EXPECT_EQ(std::adjacent_find(sources.begin(), sources.end()), sources.end());
    EXPECT_LT(sources.back(), 100'000'000U);
    double mean = 0;
    for (const auto source : sources) mean += static_cast<double>(source) / 1e7;
    EXPECT_NEAR(mean, 5e7, 4 * 1e8 / std::sqrt(12e7));
}

TEST(Rules, FewRowsOfManyCostLittle) {
    const auto rule =
        bound("fixed_total_number", {{"count", 1'000'000'000'000}}, ends_of(100'000'000, 100'000'000));
    const auto degrees =
        rule->in_degrees(Selection::of_ids(std::vector<std::uint64_t>{0, 77'777'777, 99'999'999}));
    for (const auto degree : degrees) EXPECT_NEAR(static_cast<double>(degree), 10'000, 500);
}

TEST(Rules, OneToOne) {
    const auto rule = bound("one_to_one", json::object(), ends_of(10, 10));
    EXPECT_EQ(rule->edge_count(), 10U);
    EXPECT_EQ(sources_of(*rule, 4, 1), std::vector<std::uint64_t>{4});
    EXPECT_EQ(bound("one_to_one", json::object(), within(10, false))->edge_count(), 0U);
}

TEST(Rules, AnotherSeedOrProjectionDrawsOtherEdges) {
    RuleEnds ends = ends_of(1000, 1000);
    const auto first = sources_of(*bound("fixed_indegree", {{"indegree", 20}}, ends), 3, 20);
    ends.projection_key = 8;
    EXPECT_NE(sources_of(*bound("fixed_indegree", {{"indegree", 20}}, ends), 3, 20), first);
    ends = ends_of(1000, 1000);
    ends.seed = 43;
    EXPECT_NE(sources_of(*bound("fixed_indegree", {{"indegree", 20}}, ends), 3, 20), first);
}

TEST(Rules, FaultsNameTheKey) {
    const auto fault = [](const char* name, const json& parameters, const RuleEnds& ends) {
        return data_error_of([&] { bound(name, parameters, ends); });
    };
    RuleEnds simple = ends_of(10, 10);
    simple.allow_multapses = false;
    EXPECT_NE(fault("fixed_indegree", {{"indegre", 3}}, simple).find("did you mean \"indegree\""),
              std::string::npos);
    EXPECT_NE(fault("fixed_indegree", json::object(), simple).find("\"indegree\" is missing"),
              std::string::npos);
    EXPECT_NE(fault("fixed_indegree", {{"indegree", 11}}, simple).find("10 different sources"),
              std::string::npos);
    EXPECT_NE(fault("fixed_indegree", {{"indegree", 1.5}}, simple).find("whole number"), std::string::npos);
    EXPECT_NE(fault("fixed_indegree", {{"indegree", 1}}, within(1, false)).find("0 sources"),
              std::string::npos);
    EXPECT_NE(fault("fixed_indegree", {{"indegree", 9e15}}, ends_of(9, 9'000'000)).find("edges"),
              std::string::npos);
    EXPECT_NE(fault("fixed_total_number", {{"count", 3}}, simple).find("allow_multapses"), std::string::npos);
    EXPECT_NE(fault("fixed_total_number", {{"count", -3}}, ends_of(1, 1)).find("is -3"), std::string::npos);
    EXPECT_NE(fault("fixed_outdegree", {{"outdegree", 1}}, simple).find("allow_multapses"),
              std::string::npos);
    EXPECT_NE(fault("fixed_outdegree", {{"outdegree", 1}}, within(5, false)).find("allow_autapses"),
              std::string::npos);
    EXPECT_NE(fault("fixed_outdegree", {{"outdegree", 1}}, ends_of(5, 0)).find("no targets"),
              std::string::npos);
    EXPECT_NE(fault("fixed_outdegree", {{"outdegree", 9e15}}, ends_of(9, 9)).find("edges"),
              std::string::npos);
    EXPECT_NE(fault("pairwise_bernoulli", {{"p", 1.5}}, simple).find("probability"), std::string::npos);
    EXPECT_NE(fault("one_to_one", json::object(), ends_of(3, 4)).find("3 sources and 4 targets"),
              std::string::npos);
    EXPECT_NE(fault("all_to_all", {{"p", 1}}, simple).find("no parameters"), std::string::npos);
}

}  // namespace
}  // namespace simdrive::circuit
