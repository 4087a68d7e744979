#include "report/progress.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

namespace simdrive::report {
namespace {

/// A run of 1000 ms from 100 ms on, with a clock that the test turns.
struct Fixture {
    double now = 5000;
    std::vector<std::string> written;

    Progress make(bool terminal, bool silent = false) {
        return Progress({100, 1100, terminal, silent, [this] { return now; },
                         [](double seconds) { return fmt::format("+{:.0f}", seconds); },
                         [this](std::string_view text) { written.emplace_back(text); }});
    }
};

TEST(Progress, WritesOneLineAMinuteToALog) {
    Fixture fixture;
    Progress progress = fixture.make(false);
    for (int second = 1; second <= 150; ++second) {
        fixture.now += 1;
        progress.update(100 + second);
    }
    ASSERT_EQ(fixture.written.size(), 2U);
    EXPECT_EQ(fixture.written[0],
              "[info] 160.0 of 1100.0 ms (6 %), real-time factor 1e+03, 15 min 40 s to go, ends +940\n");
    EXPECT_EQ(fixture.written[1].substr(0, 33), "[info] 220.0 of 1100.0 ms (12 %),");
    fixture.now += 50;
    progress.finish(1100);
    EXPECT_EQ(fixture.written[2], "[info] 1000.0 ms simulated in 3 min 20 s, real-time factor 200\n");
}

TEST(Progress, RewritesOneLineOfATerminalTwiceASecond) {
    Fixture fixture;
    Progress progress = fixture.make(true);
    for (int tick = 1; tick <= 100; ++tick) {
        fixture.now += 0.0625;
        progress.update(100 + tick);
    }
    EXPECT_EQ(fixture.written.size(), 12U);
    for (const auto& text : fixture.written) {
        EXPECT_EQ(text.front(), '\r');
        EXPECT_EQ(text.find('\n'), std::string::npos);
    }
    progress.finish(200);
    ASSERT_EQ(fixture.written.size(), 14U);
    // The last line covers the longer one before.
    EXPECT_GE(fixture.written[12].size(), fixture.written[11].size());
    EXPECT_EQ(fixture.written[13], "\n");
}

TEST(Progress, HasNoFactorBeforeAnythingIsDone) {
    Fixture fixture;
    Progress progress = fixture.make(false);
    fixture.now += 61;
    progress.update(100);
    EXPECT_EQ(fixture.written, std::vector<std::string>{"[info] 100.0 of 1100.0 ms (0 %)\n"});
    progress.finish(100);
    EXPECT_EQ(fixture.written.back(), "[info] 0.0 ms simulated in 1 min 01 s\n");
}

TEST(Progress, OfARunOfNoLength) {
    Fixture fixture;
    Progress progress({0,
                       0,
                       false,
                       false,
                       [&] { return fixture.now; },
                       {},
                       [&](std::string_view text) { fixture.written.emplace_back(text); }});
    fixture.now += 100;
    progress.update(0);
    EXPECT_EQ(fixture.written, std::vector<std::string>{"[info] 0.0 of 0.0 ms (100 %)\n"});
}

TEST(Progress, KeepsSilent) {
    Fixture fixture;
    Progress progress = fixture.make(true, true);
    fixture.now += 1000;
    progress.update(500);
    progress.finish(1100);
    EXPECT_TRUE(fixture.written.empty());
}

}  // namespace
}  // namespace simdrive::report
