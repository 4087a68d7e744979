#include "engine/thread_team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace simdrive::engine {
namespace {

TEST(ThreadTeam, EveryThreadWorksOncePerRound) {
    ThreadTeam team(4);
    for (int round = 0; round < 100; ++round) {
        std::vector<int> calls(4);
        team.run([&](unsigned thread) { ++calls[thread]; });
        EXPECT_EQ(calls, (std::vector<int>{1, 1, 1, 1}));
    }
}

TEST(ThreadTeam, ThreadZeroIsTheCaller) {
    ThreadTeam team(2);
    std::thread::id id;
    team.run([&](unsigned thread) {
        if (thread == 0) id = std::this_thread::get_id();
    });
    EXPECT_EQ(id, std::this_thread::get_id());
}

TEST(ThreadTeam, AFaultIsRethrownAndTheTeamGoesOn) {
    ThreadTeam team(3);
    EXPECT_THROW(team.run([](unsigned thread) {
        if (thread == 2) throw std::runtime_error("two");
    }),
                 std::runtime_error);
    std::atomic<int> calls = 0;
    team.run([&](unsigned) { ++calls; });
    EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace simdrive::engine
