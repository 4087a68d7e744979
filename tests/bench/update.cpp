// Nanoseconds per neuron and step, as the engine works: part by part, slots in a ring of several steps.
#include <benchmark/benchmark.h>
#include <simdrive/instruction_set.hpp>
#include <simdrive/neuron_model.hpp>

#include "instruction_sets.hpp"

namespace simdrive {
namespace {

constexpr std::size_t slots_in_ring = 16;

/// With `uniform` false every neuron has constants of its own.
ParameterColumns columns_of(const NeuronModel& model, std::size_t neurons, bool uniform) {
    ParameterColumns columns;
    for (const auto& field : model.parameters()) {
        const bool shared = uniform || field.kind != FieldKind::constant;
        columns.emplace_back(shared ? 1 : neurons, field.default_value);
    }
    return columns;
}

void update(benchmark::State& state, const char* name) {
    const SetInUse set(state);
    const auto& model = *find_in(neuron_model_catalogue(), name);
    const auto neurons = static_cast<std::size_t>(state.range(1));
    const auto block = model.make_block(neurons, columns_of(model, neurons, state.range(2) != 0), 0.1,
                                        std::pmr::new_delete_resource());
    std::vector<double> slots(slots_in_ring * model.ports() * neurons);
    std::pmr::vector<std::uint32_t> fired;
    std::size_t step = 0;
    for (auto _ : state) {
        std::vector<double*> ports;
        for (std::size_t p = 0; p < model.ports(); ++p)
            ports.push_back(&slots[(step % slots_in_ring * model.ports() + p) * neurons]);
        fired.clear();
        for (std::size_t first = 0; first < neurons; first += NeuronRange::longest) {
            const NeuronRange part{first, std::min(first + NeuronRange::longest, neurons)};
            block->advance(part, ports, nullptr, fired);
        }
        ++step;
    }
    per_item(state, neurons);
}

void arguments(benchmark::internal::Benchmark* bench) {
    bench->ArgsProduct({available_sets(), {5000, 38500}, {1, 0}})->ArgNames({"set", "neurons", "uniform"});
}

BENCHMARK_CAPTURE(update, iaf_psc_exp, "iaf_psc_exp")->Apply(arguments);
BENCHMARK_CAPTURE(update, iaf_psc_alpha, "iaf_psc_alpha")->Apply(arguments);
BENCHMARK_CAPTURE(update, iaf_psc_delta, "iaf_psc_delta")->Apply(arguments);

}  // namespace
}  // namespace simdrive
