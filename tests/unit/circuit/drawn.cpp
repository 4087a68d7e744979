#include <gtest/gtest.h>

#include <algorithm>

#include "parts.hpp"
#include "support.hpp"

namespace simdrive::circuit {
namespace {

using nlohmann::json;

TEST(DrawnPopulation, ConstantsAndColumns) {
    auto entry = neurons(1000);
    entry["dynamics_params"]["V_m"] = json::parse(R"({"normal": {"mean": -58, "std": 10}})");
    entry["dynamics_params"]["E_L"] = json::parse(R"({"normal": {"mean": -65, "std": 0}})");
    const auto population = make_drawn_population("L4E", entry, 3, "nodes.L4E");
    ASSERT_EQ(population->groups().size(), 1U);
    const NodeGroup& group = population->groups()[0];
    EXPECT_EQ(group.model, "iaf_psc_exp");
    EXPECT_EQ(group.constants, (std::map<std::string, double>{{"C_m", 250}, {"E_L", -65}}));
    EXPECT_EQ(group.columns, std::set<std::string>{"V_m"});
    const auto all = population->column(group, "V_m", Selection(0, 1000));
    const auto some = population->column(group, "V_m", Selection::of_ranges({{5, 7}, {500, 501}}));
    EXPECT_EQ(some, (std::vector<double>{all[5], all[6], all[500]}));
    EXPECT_NE(population->column(group, "V_m", Selection(5, 6)),
              make_drawn_population("L4E", entry, 4, "")->column(group, "V_m", Selection(5, 6)));
    EXPECT_EQ(population->group_of(999), 0U);
    EXPECT_EQ(population->row_of(1000), std::nullopt);
}

TEST(DrawnPopulation, FaultsNameTheKey) {
    const auto fault = [](const char* text) {
        return data_error_of(
            [&] { make_drawn_population("A", json::parse(text), 1, "circuit.json: nodes.A"); });
    };
    EXPECT_NE(fault(R"({"model_template": "nest:x"})").find("nodes.A: \"size\" is missing"),
              std::string::npos);
    EXPECT_NE(fault(R"({"size": -1, "model_template": "nest:x"})").find("nodes.A.size: found -1"),
              std::string::npos);
    EXPECT_NE(fault(R"({"size": 1e300, "model_template": "nest:x"})").find("nodes.A.size"),
              std::string::npos);
    EXPECT_NE(fault(R"({"size": 3})").find("\"model_template\" is missing"), std::string::npos);
    EXPECT_NE(fault(R"({"size": 3, "model_type": "biophysical"})").find("biophysical"), std::string::npos);
    EXPECT_NE(fault(R"({"size": 3, "modeltemplate": "nest:x"})").find("did you mean"), std::string::npos);
    EXPECT_NE(fault(R"({"size": 3, "model_template": "x", "dynamics_params": {"C_m": "a"}})")
                  .find("dynamics_params.C_m"),
              std::string::npos);
    EXPECT_EQ(fault(R"({"size": 3, "model_type": "virtual"})"), "");
}

TEST(DrawnProjection, EdgesHaveWeightsAndDelaysOfTheirDistributions) {
    const Circuit circuit = two_populations(1000, 100);
    const auto projection =
        drawn(circuit, "EE", 0, 0, drawn_entry({{"fixed_indegree", {{"indegree", 2000}}}}));
    EdgeBatch batch;
    for (std::uint64_t row = 0; row < 100; ++row)
        projection->edges(row, 2000, 0, 2000, EdgeDetail::all, batch);
    ASSERT_EQ(batch.size(), 200'000U);
    ASSERT_EQ(batch.delay.size(), batch.size());
    EXPECT_TRUE(batch.receptor.empty()) << "all are 0";
    double weight = 0;
    double delay = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        weight += batch.weight[i] / 2e5;
        delay += batch.delay[i] / 2e5;
    }
    EXPECT_NEAR(weight, 87.8, 4 * 8.78 / std::sqrt(2e5));
    // Cut below at 0.1 ms = −1.8667 σ: the mean moves up by σ·φ/(1 − Φ).
    const double z = (0.1 - 1.5) / 0.75;
    const double moved = std::exp(-z * z / 2) / std::sqrt(2 * M_PI) / (0.5 * std::erfc(z / std::sqrt(2.0)));
    EXPECT_NEAR(delay, 10 * (1.5 + 0.75 * moved), 4 * 7.5 / std::sqrt(2e5));
    const auto& delays = projection->delays();
    EXPECT_EQ(delays.front(), 1U);
    EXPECT_EQ(*std::min_element(batch.delay.begin(), batch.delay.end()), 1U);
    EXPECT_LE(*std::max_element(batch.delay.begin(), batch.delay.end()), delays.back());
    EXPECT_EQ(delays.back(), 63U) << "P(delay > 6.25 ms) is just above 2^-33";
}

TEST(DrawnProjection, PiecesAreThoseOfTheWhole) {
    const Circuit circuit = two_populations(100, 10);
    const auto projection =
        drawn(circuit, "EE", 0, 0, drawn_entry({{"fixed_total_number", {{"count", 90'000}}}}));
    const auto degree = projection->in_degrees(Selection(7, 8)).at(0);
    EdgeBatch whole;
    projection->edges(7, degree, 0, degree, EdgeDetail::all, whole);
    EdgeBatch pieces;
    for (std::uint64_t first = 0; first < degree; first += 101) {
        projection->edges(7, degree, first, std::min<std::uint64_t>(101, degree - first), EdgeDetail::all,
                          pieces);
    }
    EXPECT_EQ(pieces.source_row, whole.source_row);
    EXPECT_EQ(pieces.weight, whole.weight);
    EXPECT_EQ(pieces.delay, whole.delay);
    EdgeBatch ends;
    projection->edges(7, degree, 0, degree, EdgeDetail::ends, ends);
    EXPECT_EQ(ends.source_row, whole.source_row);
    EXPECT_TRUE(ends.weight.empty());
}

TEST(DrawnProjection, WeightsAndDelaysAreStreamsOfTheirOwn) {
    const Circuit circuit = two_populations(100, 10);
    auto entry = drawn_entry({{"fixed_indegree", {{"indegree", 50}}}});
    EdgeBatch before;
    drawn(circuit, "EE", 0, 0, entry)->edges(1, 50, 0, 50, EdgeDetail::all, before);
    entry["syn_weight"] = 3;
    EdgeBatch after;
    drawn(circuit, "EE", 0, 0, entry)->edges(1, 50, 0, 50, EdgeDetail::all, after);
    EXPECT_EQ(after.source_row, before.source_row);
    EXPECT_EQ(after.delay, before.delay);
    EXPECT_EQ(after.weight, std::vector<double>(50, 3));
    EXPECT_NE(before.weight[0], before.weight[1]);
}

TEST(DrawnProjection, ConstantDelaysAreRoundedToTheGrid) {
    const Circuit circuit = two_populations(100, 10);
    auto entry = drawn_entry("one_to_one");
    entry["delay"] = 0.34;
    entry["receptor_type"] = 2;
    const auto projection = drawn(circuit, "EE", 0, 0, entry);
    EdgeBatch batch;
    projection->edges(5, 1, 0, 1, EdgeDetail::all, batch);
    EXPECT_EQ(batch.delay, std::vector<std::uint32_t>{3});
    EXPECT_EQ(batch.receptor, std::vector<std::int32_t>{2});
    EXPECT_EQ(batch.source_row, std::vector<std::uint64_t>{5});
}

TEST(DrawnProjection, FaultsNameTheKey) {
    const Circuit circuit = two_populations(100, 10);
    const auto fault = [&](const char* key, const json& value) {
        auto entry = drawn_entry({{"fixed_indegree", {{"indegree", 5}}}});
        if (value.is_null()) {
            entry.erase(key);
        } else {
            entry[key] = value;
        }
        return data_error_of([&] { drawn(circuit, "EE", 0, 0, entry); });
    };
    EXPECT_NE(fault("delay", 0.04).find("edges.EE.delay"), std::string::npos);
    EXPECT_NE(fault("delay", json::parse(R"({"normal": {"mean": 1.5, "std": 0.75}})")).find("\"min\": 0.1"),
              std::string::npos);
    EXPECT_NE(fault("delay", 1e12).find("at most"), std::string::npos);
    EXPECT_NE(fault("delay", nullptr).find("\"delay\" is missing"), std::string::npos);
    EXPECT_NE(fault("syn_weight", nullptr).find("\"syn_weight\" is missing"), std::string::npos);
    EXPECT_NE(fault("rule", nullptr).find("\"rule\" is missing"), std::string::npos);
    EXPECT_NE(fault("rule", "fixed_indegre").find("did you mean \"fixed_indegree\""), std::string::npos);
    EXPECT_NE(fault("rule", json::array()).find("edges.EE.rule"), std::string::npos);
    EXPECT_NE(fault("weight", 1).find("unknown key \"weight\""), std::string::npos);
    EXPECT_NE(fault("receptor_type", 1.5).find("receptor_type"), std::string::npos);
    EXPECT_NE(
        fault("rule", {{"fixed_indegree", {{"indegree", 5}, {"allow_autapses", 1}}}}).find("true or false"),
        std::string::npos);
}

TEST(Circuit, PopulationsAreInTheOrderOfNamesAndGidsAreDense) {
    const Circuit circuit = two_populations(100, 10);
    EXPECT_EQ(circuit.populations()[0]->name(), "E");
    EXPECT_EQ(circuit.populations()[1]->first_gid(), 100U);
    EXPECT_EQ(circuit.node_count(), 110U);
    EXPECT_EQ(circuit.population_of(0), 0U);
    EXPECT_EQ(circuit.population_of(99), 0U);
    EXPECT_EQ(circuit.population_of(100), 1U);
    EXPECT_EQ(circuit.find_population("I"), 1U);
    EXPECT_EQ(circuit.find_population("X"), std::nullopt);
}

TEST(Circuit, EqualNamesAreRefused) {
    std::vector<std::unique_ptr<Population>> populations;
    populations.push_back(make_drawn_population("E", neurons(3), 1, ""));
    populations.push_back(make_drawn_population("E", neurons(4), 1, ""));
    EXPECT_NE(data_error_of([&] { const Circuit circuit(std::move(populations)); }).find("\"E\""),
              std::string::npos);
}

TEST(Circuit, DescriptionFollowsTheMeaning) {
    const auto description = [](double count, std::uint64_t seed, double dt) {
        Circuit circuit = two_populations(100, 10);
        std::vector<std::unique_ptr<Projection>> projections;
        projections.push_back(
            drawn(circuit, "EE", 0, 0, drawn_entry({{"fixed_total_number", {{"count", count}}}}), seed));
        projections.push_back(
            drawn(circuit, "EI", 0, 1, drawn_entry({{"fixed_total_number", {{"count", 1}}}}), seed));
        circuit.connect(std::move(projections), TimeGrid(dt), seed);
        return circuit.description();
    };
    const auto usual = description(50, 1, 0.1);
    EXPECT_EQ(usual, description(50.0, 1, 0.1));
    EXPECT_NE(usual, description(51, 1, 0.1));
    EXPECT_NE(usual, description(50, 2, 0.1));
    EXPECT_NE(usual, description(50, 1, 0.05));
}

}  // namespace
}  // namespace simdrive::circuit
