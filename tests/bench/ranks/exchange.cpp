// Microseconds of one exchange of spikes on several ranks, to all of them or to the next `receivers` ranks:
//
//     mpirun -n 4 build/tests/bench/bench_ranks
//
// Numbers of iterations are fixed, since all ranks have to agree on them. Rank 0 reports.
#include "engine/exchange.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>

#include "mpi/environment.hpp"

namespace simdrive::engine {
namespace {

constexpr int iterations = 2000;
constexpr Gid sources_of_rank = 10'000;

const mpi::Communicator& world() {
    static const auto comm = mpi::Communicator::world();
    return comm;
}

std::uint32_t size() {
    return static_cast<std::uint32_t>(world().size());
}

/// Gids in blocks of ranks; each rank has targets of all sources of the `receivers` ranks before it.
WantedSources wanted_of(std::uint32_t rank, std::uint32_t receivers, std::span<const std::uint32_t> rank_of) {
    WantedSources wanted{std::vector<std::uint64_t>(rank_of.size() / 64 + 1), rank_of, 1};
    for (Gid gid = 0; gid < rank_of.size(); ++gid) {
        const std::uint32_t distance = (rank + size() - rank_of[gid]) % size();
        if (distance > 0 && distance <= receivers) wanted.bits[gid / 64] |= std::uint64_t{1} << (gid % 64);
    }
    return wanted;
}

std::vector<PackedSpike> spikes_of(std::uint32_t rank, std::int64_t count) {
    std::vector<PackedSpike> spikes;
    for (std::int64_t i = 0; i < count; ++i)
        spikes.emplace_back(i % 7, rank * sources_of_rank + static_cast<Gid>(i * 7919) % sources_of_rank);
    std::sort(spikes.begin(), spikes.end());
    return spikes;
}

void repeat(benchmark::State& state, Exchange& exchange) {
    const auto spikes = spikes_of(static_cast<std::uint32_t>(world().rank()), state.range(0));
    for (auto _ : state) {
        exchange.begin(spikes, false);
        benchmark::DoNotOptimize(exchange.end().data());
    }
}

void exchange_to_all(benchmark::State& state) {
    Exchange exchange(world(), nullptr);
    repeat(state, exchange);
}
BENCHMARK(exchange_to_all)
    ->ArgName("spikes")
    ->Arg(1)
    ->Arg(30)
    ->Arg(1000)
    ->Iterations(iterations)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

void exchange_to_targets(benchmark::State& state) {
    std::vector<std::uint32_t> rank_of(size() * sources_of_rank);
    for (Gid gid = 0; gid < rank_of.size(); ++gid)
        rank_of[gid] = static_cast<std::uint32_t>(gid / sources_of_rank);
    const auto me = static_cast<std::uint32_t>(world().rank());
    const auto receivers = std::min(static_cast<std::uint32_t>(state.range(1)), size() - 1);
    const auto wanted = wanted_of(me, receivers, rank_of);
    std::vector<Gid> own(sources_of_rank);
    for (Gid i = 0; i < sources_of_rank; ++i) own[i] = me * sources_of_rank + i;
    const TargetRanks targets(wanted, TargetSpread(wanted, world()), own, world());
    Exchange exchange(world(), &targets);
    repeat(state, exchange);
}
BENCHMARK(exchange_to_targets)
    ->ArgNames({"spikes", "receivers"})
    ->ArgsProduct({{1, 30, 1000}, {1, 3}})
    ->Iterations(iterations)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

class Silent : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>&) override {}
};

}  // namespace
}  // namespace simdrive::engine

int main(int argc, char** argv) {
    const simdrive::mpi::Environment environment(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (simdrive::engine::world().is_root()) {
        benchmark::RunSpecifiedBenchmarks();
    } else {
        simdrive::engine::Silent silent;
        benchmark::RunSpecifiedBenchmarks(&silent);
    }
    return 0;
}
