#include "memory/usage.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "memory/allocator.hpp"
#include "memory/arena.hpp"
#include "memory/numa_pages.hpp"
#include "memory/proc_file.hpp"
#include "unit/memory/made_up_tree.hpp"

namespace simdrive::memory {
namespace {

constexpr std::size_t bytes = 32U << 20U;

TEST(Usage, ResidentMemoryGrowsWithTouchedPages) {
    const auto before = resident();
    Arena arena("test");
    std::pmr::vector<char> block(bytes, 'x', &arena);
    const auto after = resident();
    EXPECT_GE(after.now, before.now + bytes * 9 / 10);
    EXPECT_GE(after.peak, after.now);
}

TEST(Usage, ReadsTheKernelsKilobytes) {
    const MadeUpTree tree;
    tree.write("proc/self/status", "VmPeak: 9 kB\nVmHWM:\t   2048 kB\nVmRSS:\t 1024 kB");
    EXPECT_EQ(resident(tree.root()).now, 1024U * 1024U);
    EXPECT_EQ(resident(tree.root()).peak, 2048U * 1024U);
    EXPECT_EQ(resident(tree.root() / "nowhere").now, 0U);
}

TEST(Usage, FaultsAreCountedPerThreadAndProcess) {
    const auto main_before = page_faults_of_this_thread();
    const auto process_before = page_faults_of_process();
    std::thread([] {
        const auto before = page_faults_of_this_thread();
        Arena arena("test");
        const std::pmr::vector<char> block(bytes, 'x', &arena);
        EXPECT_GT(page_faults_of_this_thread().minor, before.minor + 8);  // huge pages: one fault per 2 MiB
    }).join();
    EXPECT_GT(page_faults_of_process().minor, process_before.minor + 8);
    EXPECT_LT(page_faults_of_this_thread().minor, main_before.minor + 100);
}

TEST(Allocator, JemallocIsLiveUnlessASanitizerIs) {
    const auto allocator = live_allocator();
    EXPECT_EQ(allocator.jemalloc_version.substr(0, 2), "5.") << allocator.jemalloc_version;
#if defined(__SANITIZE_ADDRESS__)
    EXPECT_FALSE(allocator.jemalloc_serves_malloc);
    EXPECT_NE(allocator.text().find("arenas only"), std::string::npos) << allocator.text();
#else
    EXPECT_TRUE(allocator.jemalloc_serves_malloc);
    EXPECT_TRUE(allocator.jemalloc_serves_new);
    EXPECT_NE(allocator.text().find("malloc, new and arenas"), std::string::npos) << allocator.text();
#endif
}

TEST(NumaPages, ThisCpuIsOnAKnownNode) {
    const auto nodes = numa_nodes();
    ASSERT_FALSE(nodes.empty());
    if (nodes.size() == 1) {
        EXPECT_EQ(node_of_this_cpu(), nodes.front());
    }
    EXPECT_GE(node_of_this_cpu(), 0);
}

TEST(NumaPages, UntouchedPagesAreNotCountedToANode) {
    Arena arena("test");
    constexpr std::size_t size = 64U << 20U;
    auto* block = static_cast<std::byte*>(arena.allocate(size, 64));
    const auto pages = pages_on_nodes({block, size}, 100);
    std::size_t sampled = 0;
    for (const auto& [node, count] : pages) sampled += count;
    if (sampled != 0) {
        EXPECT_EQ(sampled, 100U);
        EXPECT_GT(pages.count(-2), 0U);
    }
    arena.deallocate(block, size, 64);
    EXPECT_TRUE(pages_on_nodes({}).empty());
}

TEST(NumaPages, BalancingCountersAreReadByName) {
    const MadeUpTree tree;
    tree.write("proc/vmstat",
               "nr_free_pages 12\nnuma_pte_updates 1\nnuma_huge_pte_updates 2\nnuma_hint_faults 30\n"
               "numa_hint_faults_local 4\nnuma_pages_migrated 5\nlast 6");
    const auto counters = balancing_counters(tree.root());
    ASSERT_TRUE(counters);
    EXPECT_EQ(counters->pte_updates, 1U);
    EXPECT_EQ(counters->huge_pte_updates, 2U);
    EXPECT_EQ(counters->hint_faults, 30U);
    EXPECT_EQ(counters->hint_faults_local, 4U);
    EXPECT_EQ(counters->pages_migrated, 5U);
    EXPECT_EQ((*counters - *counters).hint_faults, 0U);
    EXPECT_FALSE(balancing_counters(tree.root() / "nowhere"));
}

TEST(ProcFile, ListsOfNumbers) {
    EXPECT_EQ(parse_list("0-3,8"), (std::vector<int>{0, 1, 2, 3, 8}));
    EXPECT_EQ(parse_list(" 5\n"), std::vector<int>{5});
    for (const char* nonsense : {"", "a", "1-", "3,,4", "0-99999999999"}) {
        EXPECT_EQ(parse_list(nonsense), std::vector<int>{}) << nonsense;
    }
}

}  // namespace
}  // namespace simdrive::memory
