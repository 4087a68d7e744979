#include "memory/arena.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "memory/numa_pages.hpp"

namespace simdrive::memory {
namespace {

std::vector<std::size_t> many_sizes() {
    std::vector<std::size_t> sizes;
    for (std::size_t bytes = 1; bytes <= 300; ++bytes) sizes.push_back(bytes);
    for (std::size_t base = 512; base <= 64U << 20U; base *= 2) {
        for (const auto bytes :
             {base - 1, base, base + 1, base + base / 4, base + base / 4 + 1, base + base / 3}) {
            sizes.push_back(bytes);
        }
    }
    return sizes;
}

TEST(Arena, AllocationSizeIsWhatTheStatisticsSayForEverySize) {
    Arena arena("test");
    for (const auto bytes : many_sizes()) {
        void* block = arena.allocate(bytes, 8);
        EXPECT_EQ(arena.statistics().allocated, allocation_size(bytes)) << bytes;
        EXPECT_EQ(arena.statistics().requested, bytes);
        EXPECT_GE(allocation_size(bytes), bytes);
        arena.deallocate(block, bytes, 8);
        ASSERT_EQ(arena.statistics().allocated, 0U) << bytes;
    }
    EXPECT_EQ(allocation_size(0), 0U);
}

TEST(Arena, SumsOverManyLiveBlocksAreExact) {
    Arena arena("test");
    std::mt19937 random(7);
    std::uniform_int_distribution<std::size_t> size(1, 100'000);
    std::uint64_t requested = 0;
    std::uint64_t allocated = 0;
    std::vector<std::pair<void*, std::size_t>> blocks;
    for (int i = 0; i < 3000; ++i) {
        const auto bytes = size(random);
        blocks.emplace_back(arena.allocate(bytes, 16), bytes);
        requested += bytes;
        allocated += allocation_size(bytes);
    }
    EXPECT_EQ(arena.statistics().requested, requested);
    EXPECT_EQ(arena.statistics().allocated, allocated);
    for (const auto& [block, bytes] : blocks) arena.deallocate(block, bytes, 16);
    EXPECT_EQ(arena.statistics().requested, 0U);
    EXPECT_EQ(arena.statistics().allocated, 0U);
    EXPECT_EQ(arena.statistics().peak_requested, requested);
}

TEST(Arena, BlocksBeginOnCacheLinesOrWhereAsked) {
    Arena arena("test");
    for (const std::size_t alignment : {1, 8, 64, 256, 4096}) {
        for (const std::size_t bytes : {1, 100, 5000, 3'000'000}) {
            void* block = arena.allocate(bytes, alignment);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % std::max(alignment, block_alignment), 0U);
            EXPECT_EQ(arena.statistics().allocated, allocation_size(bytes, alignment))
                << bytes << " at " << alignment;
            arena.deallocate(block, bytes, alignment);
        }
    }
}

TEST(Arena, ServesPmrContainers) {
    Arena arena("test");
    {
        std::pmr::vector<double> column(1000, 0.5, &arena);
        std::pmr::vector<double> empty(&arena);
        EXPECT_EQ(arena.statistics().requested, 8000U);
        EXPECT_EQ(arena.statistics().allocated, allocation_size(8000));
        column.resize(2000);  // both blocks live for a moment
        EXPECT_EQ(arena.statistics().requested, 16000U);
        EXPECT_EQ(arena.statistics().peak_requested, 24000U);
    }
    EXPECT_EQ(arena.statistics().requested, 0U);
}

TEST(Arena, AFreshArenaHoldsNothing) {
    for (int i = 0; i < 20; ++i) {
        const Arena arena("test", i % 2 == 0 ? std::optional(numa_nodes().front()) : std::nullopt);
        const auto statistics = arena.statistics();
        EXPECT_EQ(statistics.requested, 0U);
        EXPECT_EQ(statistics.peak_requested, 0U);
        EXPECT_EQ(statistics.allocated, 0U);
        EXPECT_EQ(statistics.resident, 0U);
        EXPECT_EQ(statistics.mapped, 0U);
    }
}

TEST(Arena, EmptyBlocksTakeNothing) {
    Arena arena("test");
    void* block = arena.allocate(0, 64);
    EXPECT_NE(block, nullptr);
    arena.deallocate(block, 0, 64);
    EXPECT_EQ(arena.statistics().allocated, 0U);
}

TEST(Arena, ArenasDoNotSeeEachOther) {
    Arena first("first");
    Arena second("second");
    std::pmr::vector<char> bytes(100'000, 'x', &first);
    EXPECT_EQ(second.statistics().requested, 0U);
    EXPECT_EQ(second.statistics().allocated, 0U);
    EXPECT_EQ(second.statistics().resident, 0U);
    EXPECT_NE(static_cast<std::pmr::memory_resource&>(first), second);
}

TEST(Arena, ResidentCountsTouchedPagesAndReleaseGivesThemBack) {
    constexpr std::size_t bytes = 16U << 20U;
    Arena arena("test");
    arena.retain_pages();
    {
        std::pmr::vector<char> block(bytes, 'x', &arena);
        EXPECT_GE(arena.statistics().resident, bytes);
        EXPECT_LT(arena.statistics().resident, bytes + bytes / 8);
        EXPECT_GE(arena.statistics().mapped, bytes);
    }
#if !defined(__SANITIZE_ADDRESS__)
    EXPECT_GE(arena.statistics().resident, bytes);  // retained
#endif
    arena.release_pages();
    EXPECT_LT(arena.statistics().resident, bytes / 8);
}

TEST(Arena, RefusedMemoryIsAMemoryErrorThatNamesArenaAndBytes) {
    Arena arena("thread 3");
    for (const std::size_t bytes : {std::size_t{1} << 47U, std::size_t{1} << 62U}) {
        try {
            (void)arena.allocate(bytes, 64);
            FAIL() << "this machine has " << bytes << " bytes";
        } catch (const MemoryError& error) {
            EXPECT_NE(std::strstr(error.what(), "thread 3"), nullptr) << error.what();
            EXPECT_NE(std::strstr(error.what(), std::to_string(bytes).c_str()), nullptr) << error.what();
        }
    }
    EXPECT_EQ(arena.statistics().requested, 0U);
    EXPECT_EQ(allocation_size(std::size_t{1} << 63U), std::size_t{1} << 63U);
}

TEST(Arena, AnotherThreadMayFreeAndRead) {
    Arena arena("test");
    void* block = arena.allocate(10'000, 64);
    std::thread([&] {
        EXPECT_EQ(arena.statistics().requested, 10'000U);
        arena.deallocate(block, 10'000, 64);
    }).join();
    EXPECT_EQ(arena.statistics().allocated, 0U);
}

TEST(Arena, CanBeMadeAndDestroyedWithoutEnd) {
    for (int i = 0; i < 5000; ++i) {
        Arena arena("test", i % 2 == 0 ? std::optional(numa_nodes().front()) : std::nullopt);
        std::pmr::vector<char> bytes(1000, 'x', &arena);
        ASSERT_EQ(bytes.back(), 'x');
    }
}

TEST(Arena, TooManyAtOnceAreAMemoryError) {
    std::vector<std::unique_ptr<Arena>> arenas;
    EXPECT_THROW(
        {
            for (int i = 0; i < 5000; ++i) arenas.push_back(std::make_unique<Arena>("many"));
        },
        MemoryError);
    EXPECT_GT(arenas.size(), 3000U);
}

TEST(Arena, PagesLieOnTheNodeAskedFor) {
    const int node = numa_nodes().back();
    Arena arena("test", node);
    std::pmr::vector<std::byte> block(8U << 20U, std::byte{1}, &arena);
    const auto pages = pages_on_nodes(block);
    if (pages.empty() || arena.placement_error() != 0)
        GTEST_SKIP() << "the system refuses to move or show pages";
    EXPECT_EQ(pages, (std::map<int, std::size_t>{{node, 256}}));
}

TEST(Arena, ANodeThatIsNotThereIsNotFatal) {
    Arena arena("test", 1000);
    std::pmr::vector<char> block(100'000, 'x', &arena);
    EXPECT_EQ(block.back(), 'x');
#if !defined(__SANITIZE_ADDRESS__)
    EXPECT_NE(arena.placement_error(), 0);
#endif
    Arena beyond("test", -3);
    std::pmr::vector<char> other(100'000, 'x', &beyond);
    EXPECT_EQ(other.back(), 'x');
}

}  // namespace
}  // namespace simdrive::memory
