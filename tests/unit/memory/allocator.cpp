#include "memory/allocator.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "memory/usage.hpp"

namespace simdrive::memory {
namespace {

TEST(Allocator, GivesFreePagesBack) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "AddressSanitizer keeps what was freed";
#endif
    constexpr std::size_t bytes = std::size_t{64} << 20U;
    std::vector<std::vector<char>> blocks;
    for (std::size_t block = 0; block < 256; ++block) blocks.emplace_back(bytes / 256, 'x');
    const auto held = resident().now;
    blocks = {};
    release_free_pages();
    EXPECT_LT(resident().now + bytes / 2, held);
}

}  // namespace
}  // namespace simdrive::memory
