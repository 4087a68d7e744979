// Nanoseconds per 64-bit word and per 32-bit word.
#include "base/random.hpp"

#include <benchmark/benchmark.h>

#include "instruction_sets.hpp"

namespace simdrive {
namespace {

void fill(benchmark::State& state) {
    const SetInUse set(state);
    const RandomStream stream(1, Purpose::test, 2);
    std::vector<std::uint64_t> words(256);
    std::uint64_t b = 0;
    for (auto _ : state) {
        stream.fill(7, b++, words);
        benchmark::DoNotOptimize(words.data());
        benchmark::ClobberMemory();
    }
    per_item(state, words.size());
}
BENCHMARK(fill)->ArgsProduct({available_sets()})->ArgNames({"set"});

void halves_of_many(benchmark::State& state) {
    const SetInUse set(state);
    const RandomStream stream(1, Purpose::test, 2);
    std::vector<std::uint64_t> owners(64);
    for (std::size_t i = 0; i < owners.size(); ++i) owners[i] = i;
    std::vector<std::uint16_t> halves(8 * owners.size());
    std::uint64_t b = 0;
    for (auto _ : state) {
        stream.halves(owners, b++, halves);
        benchmark::DoNotOptimize(halves.data());
        benchmark::ClobberMemory();
    }
    per_item(state, halves.size());
}
BENCHMARK(halves_of_many)->ArgsProduct({available_sets()})->ArgNames({"set"});

}  // namespace
}  // namespace simdrive
