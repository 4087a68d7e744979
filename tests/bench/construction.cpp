// Nanoseconds per edge of the parts of construction from rules: drawing sources, delays and weights,
// counting, placing.
#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>

#include "circuit/circuit.hpp"
#include "circuit/drawn_population.hpp"
#include "circuit/drawn_projection.hpp"

namespace simdrive::circuit {
namespace {

/// As in the microcircuit: normal weights and delays, random sources.
std::unique_ptr<DrawnProjection> projection(const Circuit& circuit) {
    const auto entry = nlohmann::json::parse(R"({"source": "A", "target": "A",
        "rule": {"fixed_indegree": {"indegree": 512}},
        "syn_weight": {"normal": {"mean": 87.81, "std": 8.781, "min": 0.0}},
        "delay": {"normal": {"mean": 1.5, "std": 0.75, "min": 0.1}}})");
    const Population& population = *circuit.populations()[0];
    return make_drawn_projection("A_A", entry, {0, 0, population, population}, {TimeGrid(0.1), 1}, "bench");
}

void draw(benchmark::State& state, EdgeDetail detail) {
    const auto description = nlohmann::json::parse(
        R"({"size": 20000, "model_template": "nest:iaf_psc_exp", "dynamics_params": {}})");
    std::vector<std::unique_ptr<Population>> populations;
    populations.push_back(make_drawn_population("A", description, 1, "bench"));
    const Circuit circuit(std::move(populations));
    const auto edges = projection(circuit);
    EdgeBatch batch;
    std::uint64_t row = 0;
    for (auto _ : state) {
        batch.clear();
        edges->edges(row++ % 20'000, 512, 0, 512, detail, batch);
        benchmark::DoNotOptimize(batch.source_row.data());
    }
    state.counters["per_edge"] =
        benchmark::Counter(512, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(draw, sources, EdgeDetail::ends);
BENCHMARK_CAPTURE(draw, sources_delays, EdgeDetail::delays);
BENCHMARK_CAPTURE(draw, sources_delays_weights, EdgeDetail::all);

}  // namespace
}  // namespace simdrive::circuit
