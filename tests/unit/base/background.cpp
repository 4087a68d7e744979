#include "base/background.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace simdrive {
namespace {

TEST(Background, WorksBesideItsOwnerOneThingAfterTheOther) {
    Background background;
    std::atomic<bool> begun = false;
    int done = 0;
    background.start([&] {
        begun = true;
        begun.notify_one();
        done = 1;
    });
    begun.wait(false);  // would never return if the work waited for its owner
    background.wait();
    EXPECT_EQ(done, 1);
    for (int i = 2; i < 100; ++i) {
        background.start([&done, i] { done = i; });
        background.wait();
        EXPECT_EQ(done, i);
    }
}

TEST(Background, PassesOnWhatWasThrownOnce) {
    Background background;
    background.start([] { throw std::runtime_error("lost"); });
    EXPECT_THROW(background.wait(), std::runtime_error);
    background.wait();
    int done = 0;
    background.start([&] { done = 1; });
    background.wait();
    EXPECT_EQ(done, 1);
}

TEST(Background, AScopeThatAnExceptionLeavesWaitsForTheWork) {
    Background background;
    std::atomic<int> done = 0;
    try {
        const Background::Scope scope(background);
        background.start([&] {
            for (int i = 0; i < 1000; ++i) ++done;
            throw std::runtime_error("nobody waits for this");
        });
        throw std::logic_error("something else");
    } catch (const std::logic_error&) {
        EXPECT_EQ(done, 1000);
    }
    background.wait();
}

}  // namespace
}  // namespace simdrive
