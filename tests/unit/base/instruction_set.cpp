#include <gtest/gtest.h>
#include <simdrive/instruction_set.hpp>

#include "support/each_instruction_set.hpp"

namespace simdrive {
namespace {

TEST(InstructionSet, KernelsLearnWhatTheyAreCompiledFor) {
    const auto found = under_each_instruction_set(
        [] { return with_instructions([](auto set) { return InstructionSet{set}; }); });
    ASSERT_EQ(found.size(), static_cast<std::size_t>(best_instruction_set()) + 1);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], static_cast<InstructionSet>(i));
}

TEST(InstructionSet, NamesAreWhatTheVariableTakes) {
    EXPECT_EQ(name_of(InstructionSet::sse2), "sse2");
    EXPECT_EQ(name_of(InstructionSet::avx2), "avx2");
    EXPECT_EQ(name_of(InstructionSet::avx512), "avx512");
}

}  // namespace
}  // namespace simdrive
