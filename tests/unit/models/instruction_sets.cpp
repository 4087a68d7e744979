// The same bits, whatever the loops are compiled for: neurons over some hundred steps with
// spikes.
#include <gtest/gtest.h>
#include <simdrive/instruction_set.hpp>
#include <simdrive/neuron_model.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/random.hpp"
#include "support/each_instruction_set.hpp"

namespace simdrive {
namespace {

constexpr std::size_t neurons = NeuronRange::longest + 77;  // two parts, the second no multiple of a vector
constexpr int steps = 60;

/// Draws in [-scale/2, scale/2).
class Noise {
  public:
    double operator()(double scale) { return scale * (stream_.uniform(1, next_++) - 0.5); }

  private:
    RandomStream stream_{7, Purpose::test, 2};
    std::uint64_t next_ = 0;
};

ParameterColumns columns_of(const NeuronModel& model, bool uniform, double refractory_input) {
    Noise noise;
    ParameterColumns columns;
    for (const auto& field : model.parameters()) {
        std::vector<double> column(uniform && field.kind == FieldKind::constant ? 1 : neurons,
                                   field.default_value);
        const bool varied = field.name == "C_m" || field.name == "tau_m" || field.name == "V_m" ||
                            field.name == "tau_syn_ex" || field.name == "I_e";
        if (varied)
            for (auto& value : column) value += noise(1.0);
        if (field.name == "refractory_input") column.assign(column.size(), refractory_input);
        columns.push_back(std::move(column));
    }
    return columns;
}

struct Outcome {
    std::vector<std::uint64_t> bits;
    std::vector<std::uint32_t> fired;
    bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(const NeuronModel& model, const ParameterColumns& columns, bool driven) {
    Noise noise;
    const auto block = model.make_block(neurons, columns, 0.1, std::pmr::new_delete_resource());
    std::vector<double> slots(model.ports() * neurons);
    std::vector<double> current(neurons);
    std::vector<double*> ports;
    for (std::size_t p = 0; p < model.ports(); ++p) ports.push_back(&slots[p * neurons]);
    const double scale = model.parameters().empty() ? 0 : (model.ports() == 2 ? 20000 : 30);
    std::pmr::vector<std::uint32_t> fired;
    for (int k = 0; k < steps; ++k) {
        for (auto& slot : slots) slot = scale == 0 ? std::max(0.0, std::floor(noise(5))) : noise(scale);
        for (auto& value : current) value = noise(100);
        for (const NeuronRange part :
             {NeuronRange{0, NeuronRange::longest}, NeuronRange{NeuronRange::longest, neurons}}) {
            block->advance(part, ports, driven ? current.data() : nullptr, fired);
        }
        EXPECT_EQ(std::count(slots.begin(), slots.end(), 0.0), static_cast<std::ptrdiff_t>(slots.size()));
    }
    Outcome outcome{{}, {fired.begin(), fired.end()}};
    for (std::size_t r = 0; r < model.recordables().size(); ++r) {
        for (std::size_t n = 0; n < neurons; ++n)
            outcome.bits.push_back(std::bit_cast<std::uint64_t>(block->recorded(r, n)));
    }
    return outcome;
}

class InstructionSets : public testing::TestWithParam<std::string> {};

TEST_P(InstructionSets, GiveTheSameStatesAndSpikes) {
    const auto* model = find_in(neuron_model_catalogue(), GetParam());
    for (const bool uniform : {true, false}) {
        for (const bool driven : {true, false}) {
            const auto outcomes = under_each_instruction_set([&, columns = columns_of(*model, uniform, 0)] {
                return outcome_of(*model, columns, driven);
            });
            EXPECT_GT(outcomes.front().fired.size(), neurons) << "few spikes, little tested";
            for (const auto& outcome : outcomes) EXPECT_EQ(outcome, outcomes.front());
        }
    }
}

TEST(DeltaThatKeepsInput, GivesTheSameUnderEachInstructionSet) {
    const auto* model = find_in(neuron_model_catalogue(), "iaf_psc_delta");
    const auto columns = columns_of(*model, true, 1);
    const auto outcomes = under_each_instruction_set([&] { return outcome_of(*model, columns, true); });
    for (const auto& outcome : outcomes) EXPECT_EQ(outcome, outcomes.front());
    EXPECT_NE(outcomes.front(), outcome_of(*model, columns_of(*model, true, 0), true));
}

INSTANTIATE_TEST_SUITE_P(Neurons, InstructionSets,
                         testing::Values("iaf_psc_exp", "iaf_psc_alpha", "iaf_psc_delta", "parrot_neuron"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace simdrive
