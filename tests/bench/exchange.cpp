// What an exchange of spikes does for each of them: putting sorted lists together, finding who receives it.
// Whole exchanges on several ranks are in ranks/exchange.cpp.
#include "engine/exchange.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>

#include "base/random.hpp"
#include "engine/receiver_sets.hpp"

namespace simdrive::engine {
namespace {

/// Nanoseconds per spike of putting sorted lists together.
void merge(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0));
    const auto length = static_cast<std::size_t>(state.range(1));
    const RandomStream stream(1, Purpose::test, 3);
    std::vector<std::vector<PackedSpike>> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t n = 0; n < length; ++n)
            made[i].emplace_back(static_cast<Step>(stream.below(15, i, 2 * n)),
                                 stream.below(1'000'000, i, 2 * n + 1));
        std::sort(made[i].begin(), made[i].end());
    }
    std::vector<std::span<const PackedSpike>> lists;
    std::vector<PackedSpike> merged;
    std::vector<PackedSpike> scratch;
    for (auto _ : state) {
        lists.assign(made.begin(), made.end());
        merge_sorted(lists, merged, scratch);
        benchmark::DoNotOptimize(merged.data());
    }
    state.counters["per_spike"] =
        benchmark::Counter(static_cast<double>(count * length),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(merge)->ArgNames({"lists", "spikes"})->ArgsProduct({{2, 16, 128}, {10, 1000}});

/// Nanoseconds per spike of finding the receivers of its source: masks, or lists where there are many
/// receivers of which a source has few.
void find_receivers(benchmark::State& state) {
    constexpr std::uint64_t sources = 100'000;
    const auto receivers = static_cast<std::size_t>(state.range(0));
    const auto of_source = static_cast<std::uint64_t>(state.range(1));
    const RandomStream stream(1, Purpose::test, 4);
    std::vector<std::vector<std::uint32_t>> wanted(receivers);
    for (std::uint32_t s = 0; s < sources; ++s) {
        const std::uint64_t first = stream.below(receivers, s, 0);
        for (std::uint64_t i = 0; i < of_source; ++i) wanted[(first + i) % receivers].push_back(s);
    }
    ReceiverSets sets(sources, receivers, sources * of_source);
    sets.append(sources, std::vector<std::span<const std::uint32_t>>(wanted.begin(), wanted.end()));
    std::uint64_t spike = 0;
    std::size_t sum = 0;
    for (auto _ : state) {
        sets.for_each(stream.below(sources, spike++, 1), [&](std::size_t receiver) { sum += receiver; });
    }
    benchmark::DoNotOptimize(sum);
    state.counters["bytes_per_source"] = static_cast<double>(sets.bytes()) / sources;
}
BENCHMARK(find_receivers)->ArgNames({"receivers", "of_source"})->Args({3, 2})->Args({60, 8})->Args({1000, 8});

}  // namespace
}  // namespace simdrive::engine
