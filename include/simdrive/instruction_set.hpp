#pragma once

#include <string_view>
#include <type_traits>

namespace simdrive {

/// What the hot loops are compiled for, all of them in one binary. Every one gives the same bits: the loops
/// do the same operations in the same order, without fused multiply-add.
enum class InstructionSet { sse2, avx2, avx512 };

/// What the loops use: the best that this processor has, or what the environment variable
/// SIMDRIVE_INSTRUCTION_SET (sse2, avx2, avx512) says. A name that is unknown or asks for more than there is
/// earns a warning.
InstructionSet instruction_set();
/// From now on `set`, which this processor must have; for tests and benchmarks.
void use_instruction_set(InstructionSet set);
/// The best that this processor has.
InstructionSet best_instruction_set();
std::string_view name_of(InstructionSet set);

namespace detail {

// `flatten` draws the whole kernel into the function that carries the target, which is how generic code gets
// compiled for it without a file that is compiled for it (whose copies of inline functions the linker might
// choose for everybody). Kernels come by value, so that no store of theirs can change what they captured.
#if defined(__x86_64__) && defined(__GNUC__)
#define SIMDRIVE_HAS_TARGETS 1
#ifdef __clang__
#define SIMDRIVE_AVX512 "avx512f,avx512dq,avx512bw,avx512vl"
#else
#define SIMDRIVE_AVX512 "avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512"
#endif
template <class Kernel>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] auto run_avx2(Kernel kernel) {
    return kernel(std::integral_constant<InstructionSet, InstructionSet::avx2>{});
}
template <class Kernel>
[[gnu::target(SIMDRIVE_AVX512), gnu::flatten, gnu::noinline]] auto run_avx512(Kernel kernel) {
    return kernel(std::integral_constant<InstructionSet, InstructionSet::avx512>{});
}
#undef SIMDRIVE_AVX512
#else
#define SIMDRIVE_HAS_TARGETS 0
#endif
template <class Kernel>
[[gnu::flatten, gnu::noinline]] auto run_sse2(Kernel kernel) {
    return kernel(std::integral_constant<InstructionSet, InstructionSet::sse2>{});
}

}  // namespace detail

/// Runs `kernel(set)`, compiled for instruction_set(); `set` is a std::integral_constant. The kernel is a
/// lambda that captures by value, and all that it calls is inlined.
template <class Kernel>
auto with_instructions(Kernel kernel) {
#if SIMDRIVE_HAS_TARGETS
    switch (instruction_set()) {
        case InstructionSet::avx512:
            return detail::run_avx512(kernel);
        case InstructionSet::avx2:
            return detail::run_avx2(kernel);
        case InstructionSet::sse2:
            break;
    }
#endif
    return detail::run_sse2(kernel);
}

}  // namespace simdrive
