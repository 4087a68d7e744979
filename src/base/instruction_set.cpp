#include <simdrive/instruction_set.hpp>

#include <array>
#include <atomic>
#include <cstdlib>

#include "base/log.hpp"

namespace simdrive {

namespace {

constexpr const char* variable = "SIMDRIVE_INSTRUCTION_SET";
constexpr std::array sets{InstructionSet::sse2, InstructionSet::avx2, InstructionSet::avx512};

/// Only warns of what it cannot heed, since it is first asked wherever the first loop runs, and since results
/// are the same with every set.
InstructionSet chosen_at_start() {
    const auto best = best_instruction_set();
    const char* const wanted = std::getenv(variable);
    if (wanted == nullptr || *wanted == '\0') return best;
    for (const auto set : sets) {
        if (name_of(set) != wanted) continue;
        if (set <= best) return set;
        log::warn("{} is {}; this processor has no more than {}, which is used", variable, wanted,
                  name_of(best));
        return best;
    }
    log::warn("{} is \"{}\"; expected sse2, avx2 or avx512; {} is used", variable, wanted, name_of(best));
    return best;
}

std::atomic<InstructionSet>& chosen() {
    static std::atomic<InstructionSet> set{chosen_at_start()};
    return set;
}

}  // namespace

InstructionSet best_instruction_set() {
#if SIMDRIVE_HAS_TARGETS
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    if (avx512) return InstructionSet::avx512;
    if (__builtin_cpu_supports("avx2")) return InstructionSet::avx2;
#endif
    return InstructionSet::sse2;
}

InstructionSet instruction_set() {
    return chosen().load(std::memory_order_relaxed);
}

void use_instruction_set(InstructionSet set) {
    chosen().store(set, std::memory_order_relaxed);
}

std::string_view name_of(InstructionSet set) {
    static constexpr std::array<std::string_view, 3> names{"sse2", "avx2", "avx512"};
    return names[static_cast<std::size_t>(set)];
}

}  // namespace simdrive
