// Nanoseconds per standard normal number, random words included.
#include "circuit/standard_normal.hpp"

#include <benchmark/benchmark.h>

#include "instruction_sets.hpp"

namespace simdrive::circuit {
namespace {

constexpr std::uint64_t a = 7;

void one_by_one(benchmark::State& state) {
    const SetInUse set(state);
    const RandomStream stream(1, Purpose::test, 2);
    std::array<std::uint64_t, 256> words;
    std::array<double, words.size()> numbers;
    std::uint64_t b = 0;
    for (auto _ : state) {
        stream.fill(a, b / 2, words);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto spare = [&] { return CounterWords(stream, a, b + i, 1); };
            numbers[i] = StandardNormal::table().draw(words[i], spare);
        }
        b += words.size();
        benchmark::DoNotOptimize(numbers.data());
        benchmark::ClobberMemory();
    }
    per_item(state, words.size());
}
BENCHMARK(one_by_one)->ArgsProduct({available_sets()})->ArgNames({"set"});

void all(benchmark::State& state) {
    const SetInUse set(state);
    const RandomStream stream(1, Purpose::test, 2);
    std::array<std::uint64_t, 256> words;
    std::array<double, words.size()> numbers;
    std::uint64_t b = 0;
    for (auto _ : state) {
        stream.fill(a, b / 2, words);
        StandardNormal::table().draw_all(words, numbers,
                                         [&](std::size_t i) { return CounterWords(stream, a, b + i, 1); });
        b += words.size();
        benchmark::DoNotOptimize(numbers.data());
        benchmark::ClobberMemory();
    }
    per_item(state, words.size());
}
BENCHMARK(all)->ArgsProduct({available_sets()})->ArgNames({"set"});

}  // namespace
}  // namespace simdrive::circuit
