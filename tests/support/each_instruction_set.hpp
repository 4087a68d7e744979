#pragma once

#include <simdrive/instruction_set.hpp>

#include <vector>

namespace simdrive {

/// What `f` returns under each instruction set that this processor has, SSE2 first.
template <class F>
auto under_each_instruction_set(F&& f) {
    const auto before = instruction_set();
    std::vector<decltype(f())> results;
    for (const auto set : {InstructionSet::sse2, InstructionSet::avx2, InstructionSet::avx512}) {
        if (set > best_instruction_set()) break;
        use_instruction_set(set);
        results.push_back(f());
    }
    use_instruction_set(before);
    return results;
}

}  // namespace simdrive
