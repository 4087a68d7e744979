// What a neuron receives against the definition: two half words of Philox per (gid, step), inverted one at a
// time.
#include <gtest/gtest.h>
#include <simdrive/stimulus_model.hpp>

#include <algorithm>

#include "base/random.hpp"
#include "models/poisson_table.hpp"
#include "support/each_instruction_set.hpp"

namespace simdrive {
namespace {

constexpr std::size_t neurons = NeuronRange::longest + 93;
constexpr double weight = 87.81;
constexpr double dt = 0.1;
constexpr std::int64_t first_step = 6;  // the seventh of eight that share a block of random bits
constexpr std::int64_t steps = 1000;

struct Driven {
    std::vector<std::uint64_t> gids;
    std::vector<std::uint32_t> neurons;
};

Driven every(std::uint32_t nth, std::uint32_t first) {
    Driven driven;
    for (std::uint32_t n = first; n < neurons; n += nth) {
        driven.neurons.push_back(n);
        driven.gids.push_back(n * 0x1'0000'0007ULL);
    }
    return driven;
}

StimulusSettings settings_of(double mean) {
    StimulusSettings settings;
    settings.values = {{"rate", {mean / dt * 1000}},
                       {"weight", {weight}},
                       {"delay", {first_step * dt}},
                       {"duration", {1e9}}};
    settings.dt = dt;
    settings.steps = steps;
    settings.seed = 3;
    settings.key = 4;
    return settings;
}

std::vector<std::vector<double>> by_definition(double mean, const Driven& who) {
    const RandomStream stream(3, Purpose::stimulus, 4);
    const PoissonTable table(mean);
    std::vector out(steps, std::vector<double>(neurons, 0.5));
    for (std::int64_t k = first_step; k < steps; ++k) {
        for (std::size_t i = 0; i < who.gids.size(); ++i) {
            std::uint32_t count = 0;
            for (std::uint64_t part = 0; part < table.parts(); ++part) {
                const auto group = static_cast<std::uint64_t>(k / 8) * table.parts() + part;
                const auto step = static_cast<std::size_t>(k % 8);
                const std::uint32_t upper = stream.halves(who.gids[i], group)[step];
                const std::uint32_t lower = stream.halves(who.gids[i], group | std::uint64_t{1} << 55)[step];
                count += table.draw(upper << 16 | lower);
            }
            out[static_cast<std::size_t>(k)][who.neurons[i]] += weight * count;
        }
    }
    return out;
}

std::vector<std::vector<double>> by_stimulus(double mean, const Driven& who) {
    const auto* model = find_in(stimulus_model_catalogue(), "poisson");
    const auto stimulus =
        model->make(settings_of(mean), weight, {who.gids, who.neurons}, std::pmr::new_delete_resource());
    std::vector out(steps, std::vector<double>(neurons, 0.5));
    for (std::size_t k = 0; k < steps; ++k) {
        const NeuronRange parts[] = {{NeuronRange::longest, neurons}, {0, NeuronRange::longest}};
        for (const auto part : parts) stimulus->add(static_cast<std::int64_t>(k), part, out[k].data());
    }
    return out;
}

class PoissonStimulus : public testing::TestWithParam<double> {};

TEST_P(PoissonStimulus, IsTheDefinitionUnderEachInstructionSet) {
    for (const auto& who : {every(1, 0), every(1, 300), every(3, 2), every(1000, 600)}) {
        const auto expected = by_definition(GetParam(), who);
        const auto found = under_each_instruction_set([&] { return by_stimulus(GetParam(), who); });
        for (const auto& out : found) EXPECT_EQ(out, expected);
    }
}

// 100: sums of several draws that outgrow a byte.
INSTANTIATE_TEST_SUITE_P(Means, PoissonStimulus, testing::Values(0.0, 1e-3, 1.6, 7.9, 40.0, 100.0));

TEST(PoissonTable, ManyDrawsAtOnceAreTheDrawsOneByOne) {
    const RandomStream stream(1, Purpose::test, 2);
    for (const double mean : {0.0, 1e-9, 0.3, 8.0}) {
        const PoissonTable table(mean);
        std::vector<std::uint32_t> bits{0, 1, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFFE, 0xFFFF'FFFF};
        while (bits.size() < 500) bits.push_back(stream.words(bits.size(), 0)[0]);
        std::vector<std::uint16_t> upper;
        std::vector<std::uint16_t> expected;
        for (const auto word : bits) {
            upper.push_back(static_cast<std::uint16_t>(word >> 16));
            expected.push_back(static_cast<std::uint16_t>(7 + table.draw(word)));
        }
        const auto found = under_each_instruction_set([&] {
            std::vector<std::uint16_t> counts(bits.size(), 7);
            std::vector<std::uint16_t> undecided(bits.size());
            const std::size_t count = table.add(upper, counts.data(), undecided.data());
            EXPECT_LT(count, 10U);
            for (std::size_t n = 0; n < count; ++n) counts[undecided[n]] += table.draw(bits[undecided[n]]);
            return counts;
        });
        for (const auto& counts : found) EXPECT_EQ(counts, expected);
    }
}

}  // namespace
}  // namespace simdrive
