// Nanoseconds per neuron and step of a Poisson stimulus, part by part as the engine works.
#include <benchmark/benchmark.h>
#include <simdrive/stimulus_model.hpp>

#include "instruction_sets.hpp"

namespace simdrive {
namespace {

/// The second argument is the rate (1/s), the third the step from one driven neuron to the next.
void poisson(benchmark::State& state) {
    const SetInUse set(state);
    constexpr std::size_t neurons = 5000;
    const auto apart = static_cast<std::size_t>(state.range(2));
    std::vector<std::uint32_t> driven;
    for (std::uint32_t n = 0; n < neurons; n += static_cast<std::uint32_t>(apart)) driven.push_back(n);
    std::vector<std::uint64_t> gids(driven.begin(), driven.end());
    const auto& model = *find_in(stimulus_model_catalogue(), "poisson");
    StimulusSettings settings;
    for (const auto& field : model.fields()) settings.values[std::string(field.name)] = {field.default_value};
    settings.values["rate"] = {static_cast<double>(state.range(1))};
    settings.dt = 0.1;
    settings.steps = std::int64_t{1} << 40;
    const auto stimulus = model.make(settings, 87.8, {gids, driven}, std::pmr::new_delete_resource());
    std::vector<double> slots(neurons);
    std::int64_t k = 0;
    for (auto _ : state) {
        for (std::size_t first = 0; first < neurons; first += NeuronRange::longest)
            stimulus->add(k, {first, std::min(first + NeuronRange::longest, neurons)}, slots.data());
        ++k;
    }
    per_item(state, driven.size());
}
BENCHMARK(poisson)
    ->ArgsProduct({available_sets(), {10, 16000, 80000, 160000}, {1, 3}})
    ->ArgNames({"set", "rate", "apart"});

}  // namespace
}  // namespace simdrive
