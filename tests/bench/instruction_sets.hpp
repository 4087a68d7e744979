#pragma once

#include <benchmark/benchmark.h>
#include <simdrive/instruction_set.hpp>

#include <string>
#include <vector>

namespace simdrive {

/// For a benchmark's first argument: what this processor has.
inline std::vector<std::int64_t> available_sets() {
    std::vector<std::int64_t> sets;
    for (std::int64_t set = 0; set <= static_cast<std::int64_t>(best_instruction_set()); ++set)
        sets.push_back(set);
    return sets;
}

/// Uses the instruction set that the first argument names while it lives.
class SetInUse {
  public:
    explicit SetInUse(benchmark::State& state) : before_(instruction_set()) {
        const auto set = static_cast<InstructionSet>(state.range(0));
        use_instruction_set(set);
        state.SetLabel(std::string(name_of(set)));
    }
    SetInUse(const SetInUse&) = delete;
    SetInUse& operator=(const SetInUse&) = delete;
    ~SetInUse() { use_instruction_set(before_); }

  private:
    InstructionSet before_;
};

/// Reports the time per item ("ns": the counter's unit is seconds, shown as 1.23n).
inline void per_item(benchmark::State& state, std::size_t items) {
    using benchmark::Counter;
    state.counters["per_item"] =
        Counter(static_cast<double>(items), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

}  // namespace simdrive
