// Nanoseconds per spike of putting sorted lists of spikes together, as the exchange does for threads and
// ranks.
#include "engine/exchange.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>

#include "base/random.hpp"

namespace simdrive::engine {
namespace {

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

}  // namespace
}  // namespace simdrive::engine
