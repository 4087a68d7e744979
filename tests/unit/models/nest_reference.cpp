// Single neurons against what NEST 3.10.0 recorded, sample by sample.
#include <gtest/gtest.h>
#include <simdrive/neuron_model.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/time_grid.hpp"

namespace simdrive {
namespace {

using nlohmann::json;

/// Spikes by arrival step, and the current that flows in each step.
struct Drive {
    std::vector<std::vector<double>> ports;
    std::vector<double> current;
};

Drive drive_of(const json& reference, const NeuronModel& model, const TimeGrid& grid, Step steps) {
    Drive drive{std::vector(model.ports(), std::vector<double>(static_cast<std::size_t>(steps) + 1)),
                std::vector<double>(static_cast<std::size_t>(steps))};
    for (const auto& input : reference["inputs"]) {
        for (const double time : input["times"]) {
            const Step step = grid.nearest(time) + grid.nearest(input["delay"]);
            const auto landed = model.input(input["weight"], input["receptor"]);
            if (step <= steps) drive.ports[landed.port][static_cast<std::size_t>(step)] += landed.weight;
        }
    }
    for (const auto& clamp : reference["currents"]) {
        const Step delay = grid.nearest(clamp["delay"]);
        for (Step k = grid.nearest(clamp["start"]) + delay;
             k < grid.nearest(clamp["stop"]) + delay && k < steps; ++k) {
            drive.current[static_cast<std::size_t>(k)] += clamp["amplitude"].get<double>();
        }
    }
    return drive;
}

/// The files hold the bare word Infinity, which is not JSON.
json parsed(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (const std::string word : {"-Infinity", "Infinity"}) {
        for (auto at = text.find(word); at != std::string::npos; at = text.find(word))
            text.replace(at, word.size(), "null");
    }
    return json::parse(text);
}

ParameterColumns columns_of(const NeuronModel& model, const json& given) {
    ParameterColumns columns;
    for (const auto& field : model.parameters()) {
        const auto found = given.find(std::string(field.name));
        if (found == given.end()) {
            columns.push_back({field.default_value});
        } else {
            columns.push_back(
                {found->is_boolean() ? static_cast<double>(found->get<bool>()) : found->get<double>()});
        }
    }
    return columns;
}

void expect_near(double found, double expected, const std::string& what, Step step) {
    const double scale = std::max(std::abs(expected), 1e-3);
    ASSERT_LE(std::abs(found - expected) / scale, 1e-9)
        << what << " at step " << step << ": " << found << ", NEST " << expected;
}

class NestReference : public testing::TestWithParam<std::string> {};

TEST_P(NestReference, EverySampleAndEverySpike) {
    const auto file = std::filesystem::path(SIMDRIVE_SHARED_DIR) / "reference/nest" / (GetParam() + ".json");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
    const json reference = parsed(file);
    const std::string name = reference["model"].get<std::string>().substr(5);
    const auto* model = find_in(neuron_model_catalogue(), name);
    ASSERT_NE(model, nullptr) << name;
    const double dt = reference["dt"];
    const TimeGrid grid(dt);
    const Step steps = grid.nearest(reference["tstop"]);
    Drive drive = drive_of(reference, *model, grid, steps);
    const auto block =
        model->make_block(1, columns_of(*model, reference["params"]), dt, std::pmr::new_delete_resource());

    std::vector<double> spikes;
    std::pmr::vector<std::uint32_t> fired;
    const bool traced = reference.contains("traces");
    const Step first = traced ? grid.nearest(reference["times"][0]) : 0;
    Step compared = 0;
    for (Step k = 0; k < steps; ++k) {
        std::vector<double*> slots;
        for (auto& port : drive.ports) slots.push_back(&port[static_cast<std::size_t>(k) + 1]);
        fired.clear();
        block->advance({0, 1}, slots, &drive.current[static_cast<std::size_t>(k)], fired);
        spikes.insert(spikes.end(), fired.size(), grid.time(k + 1));
        const Step sample = k + 1 - first;
        if (!traced || sample < 0 || sample >= reference["times"][2].get<Step>()) continue;
        for (std::size_t r = 0; r < model->recordables().size(); ++r) {
            const std::string trace(model->recordables()[r].name);
            if (!reference["traces"].contains(trace)) continue;
            expect_near(block->recorded(r, 0), reference["traces"][trace][static_cast<std::size_t>(sample)],
                        trace, k + 1);
            ++compared;
        }
    }
    const auto expected = reference["spikes"].get<std::vector<double>>();
    ASSERT_EQ(spikes.size(), expected.size());
    for (std::size_t i = 0; i < spikes.size(); ++i) EXPECT_NEAR(spikes[i], expected[i], 1e-9);
    if (traced) {
        EXPECT_GE(compared, 2900);
    }
}

INSTANTIATE_TEST_SUITE_P(Neurons, NestReference,
                         testing::Values("iaf_psc_exp-0", "iaf_psc_exp-1", "iaf_psc_alpha-0",
                                         "iaf_psc_alpha-1", "iaf_psc_delta-0", "iaf_psc_delta-1",
                                         "parrot_neuron-0"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace simdrive
