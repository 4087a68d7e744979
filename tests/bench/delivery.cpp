// Nanoseconds per synaptic event, by the way of delivery, the number of targets and the length of the parts
// of rows: where delivery when due and at once change places (engine/plan_synapses.cpp).
#include <benchmark/benchmark.h>

#include <memory_resource>

#include "base/random.hpp"
#include "engine/connection_table.hpp"

namespace simdrive::engine {
namespace {

constexpr std::uint64_t sources = 20'000;
constexpr std::uint32_t delays = 40;
constexpr int spikes_of_step = 6;

SynapseLayout layout_of(Delivery delivery) {
    SynapseLayout layout;
    layout.delivery = delivery;
    layout.longest_delay = delays;
    layout.first_gid = {0, sources};
    SourceBins bins;
    for (std::uint32_t delay = 1; delay <= delays; ++delay) bins.delays.push_back(delay);
    bins.weights = {0.0};
    bins.past_port = 1;
    layout.forms = {{circuit::WeightForm::single, {bins}}};
    return layout;
}

/// Random synapses: `row` a source on average, onto any of `targets`.
void fill(SynapseRows& rows, std::uint64_t row, std::uint64_t targets) {
    constexpr std::uint64_t batch = 1 << 15;
    const RandomStream stream(1, Purpose::test, 1);
    std::vector<std::uint64_t> source(batch);
    std::vector<std::uint32_t> slot(batch);
    std::vector<std::uint32_t> delay(batch);
    std::vector<double> weight(batch, 0.5);
    for (const bool placing : {false, true}) {
        for (std::uint64_t first = 0; first < sources * row; first += batch) {
            for (std::uint64_t i = 0; i < batch; ++i) {
                const auto bits = stream.longs(first + i, 0);
                source[i] = bits[0] % sources;
                slot[i] = static_cast<std::uint32_t>(bits[1] % targets);
                delay[i] = static_cast<std::uint32_t>(1 + (bits[1] >> 40U) % delays);
            }
            const SynapseBatch edges{source, slot, delay, weight};
            placing ? rows.place(0, edges) : rows.count(0, edges);
        }
        placing ? rows.finish() : rows.reserve();
    }
}

void deliver(benchmark::State& state, Delivery delivery) {
    const auto targets = static_cast<std::uint64_t>(state.range(0));
    const auto part = static_cast<std::uint64_t>(state.range(1));
    const auto layout = layout_of(delivery);
    const SlotSegments slots({targets});
    auto* memory = std::pmr::new_delete_resource();
    ConnectionTable table(layout, slots, memory);
    fill(table.rows(0), part * delays, targets);
    InputRing ring(targets, delivery == Delivery::at_once ? delays : 1, memory);
    const RandomStream stream(1, Purpose::test, 2);
    Step step = 0;
    for (auto _ : state) {
        std::vector<PackedSpike> spikes;
        for (std::uint64_t s = 0; s < spikes_of_step; ++s)
            spikes.emplace_back(0, stream.below(sources, static_cast<std::uint64_t>(step), s));
        std::sort(spikes.begin(), spikes.end());
        table.take(spikes, step, ring);
        ++step;
        if (delivery == Delivery::when_due) table.deliver_due(step, ring.at(step));
        benchmark::DoNotOptimize(ring.at(step));
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(table.events()));
    state.counters["ns/event"] =
        benchmark::Counter(static_cast<double>(table.events()) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void arguments(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"targets", "part"})->ArgsProduct({{600, 5000, 38'500}, {1, 2, 4, 8, 16, 48}});
}

BENCHMARK_CAPTURE(deliver, when_due, Delivery::when_due)->Apply(arguments);
BENCHMARK_CAPTURE(deliver, at_once, Delivery::at_once)->Apply(arguments);

}  // namespace
}  // namespace simdrive::engine
