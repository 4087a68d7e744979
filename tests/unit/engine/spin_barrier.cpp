#include "engine/spin_barrier.hpp"

#include <gtest/gtest.h>

#include "engine/thread_team.hpp"

namespace simdrive::engine {
namespace {

/// Every thread adds to a sum of its own and, between two barriers, finds all others as far as itself.
void meet(std::uint32_t threads, bool patient) {
    constexpr int rounds = 500;
    ThreadTeam team(threads);
    SpinBarrier barrier(threads, patient);
    std::vector<int> sums(threads);
    std::atomic<int> behind = 0;
    team.run([&](std::uint32_t thread) {
        for (int round = 1; round <= rounds; ++round) {
            ++sums[thread];
            barrier.arrive_and_wait();
            for (const int sum : sums) behind += sum == round ? 0 : 1;
            barrier.arrive_and_wait();
        }
    });
    EXPECT_EQ(behind, 0) << threads << " threads";
}

TEST(SpinBarrier, NoThreadPassesBeforeTheLastArrives) {
    for (const std::uint32_t threads : {1U, 2U, 5U}) {
        meet(threads, true);
        meet(threads, false);
    }
}

}  // namespace
}  // namespace simdrive::engine
