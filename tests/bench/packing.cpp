// Seconds to deal lognormal nodes (sigma 1; bytes and work independent of each other) to ranks, and by how
// many percent the largest rank exceeds the mean.
#include <benchmark/benchmark.h>

#include <cmath>

#include "balance/load_balance_mode.hpp"
#include "base/random.hpp"
#include "base/spread.hpp"

namespace simdrive::balance {
namespace {

std::vector<std::uint64_t> lognormal(std::uint64_t count, double median, std::uint64_t series) {
    const RandomStream stream(1, Purpose::test, series);
    std::vector<std::uint64_t> weights(count);
    for (std::uint64_t i = 0; i < count; ++i)
        weights[i] = static_cast<std::uint64_t>(std::llround(median * std::exp(stream.normal(i, 0))));
    return weights;
}

double excess_percent(const std::vector<std::uint32_t>& rank_of, const std::vector<std::uint64_t>& weights,
                      std::uint32_t ranks) {
    std::vector<std::uint64_t> loads(ranks, 0);
    for (std::size_t i = 0; i < weights.size(); ++i) loads[rank_of[i]] += weights[i];
    return 100 * (spread_of(loads).imbalance() - 1);
}

void deal(benchmark::State& state, const char* mode) {
    const auto nodes = static_cast<std::uint64_t>(state.range(0));
    const auto ranks = static_cast<std::uint32_t>(state.range(1));
    const auto bytes = lognormal(nodes, 20'000, 7);
    const auto work = lognormal(nodes, 30'000, 8);
    const auto* found = find_in(load_balance_mode_catalogue(), mode);
    std::vector<std::uint32_t> rank_of;
    for (auto _ : state) rank_of = found->assign({bytes, work}, ranks, 1);
    state.counters["bytes_excess_%"] = excess_percent(rank_of, bytes, ranks);
    state.counters["work_excess_%"] = excess_percent(rank_of, work, ranks);
}
BENCHMARK_CAPTURE(deal, Memory, "Memory")
    ->Args({1'000'000, 4096})
    ->Args({10'000'000, 1024})
    ->Unit(benchmark::kSecond)
    ->ArgNames({"nodes", "ranks"});
BENCHMARK_CAPTURE(deal, Compute, "Compute")
    ->Args({1'000'000, 4096})
    ->Args({10'000'000, 1024})
    ->Unit(benchmark::kSecond)
    ->ArgNames({"nodes", "ranks"});

}  // namespace
}  // namespace simdrive::balance
