#include "report/phases.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

namespace simdrive::report {
namespace {

TEST(PhaseClock, TimesPhasesThatFollowOneAnother) {
    using namespace std::chrono_literals;
    PhaseClock clock;
    clock.enter("read");
    std::this_thread::sleep_for(20ms);
    clock.enter("build");
    clock.enter("read");
    std::this_thread::sleep_for(20ms);
    clock.stop();
    std::this_thread::sleep_for(20ms);
    clock.stop();
    clock.add("update", 2.5);
    clock.add("update", 0.5);
    ASSERT_EQ(clock.phases().size(), 3U);
    EXPECT_EQ(clock.phases()[0].name, "read");
    EXPECT_GE(clock.phases()[0].seconds, 0.04);
    EXPECT_LE(clock.phases()[0].seconds, clock.total() - 0.02);
    EXPECT_EQ(clock.phases()[1].name, "build");
    EXPECT_LT(clock.phases()[1].seconds, 0.02);
    EXPECT_EQ(clock.phases()[2].seconds, 3.0);
}

/// Collective: on R ranks, rank r spends r + 1 seconds in "a"; only rank 0 knows "b", only the others know
/// "c".
TEST(Phases, AreGatheredByName) {
    const auto world = mpi::Communicator::world();
    std::vector<PhaseSeconds> mine{{"a", world.rank() + 1.0}, {world.is_root() ? "b" : "c", 6}};
    if (!world.is_root()) std::swap(mine[0], mine[1]);
    const auto phases = gather_phases(mine, world);
    ASSERT_EQ(phases.size(), 2U);
    EXPECT_EQ(phases[0].name, "a");
    EXPECT_EQ(phases[0].seconds, (Spread{1, (world.size() + 1) / 2.0, static_cast<double>(world.size())}));
    EXPECT_EQ(phases[1].name, "b");
    EXPECT_EQ(phases[1].seconds, (Spread{world.size() == 1 ? 6.0 : 0.0, 6.0 / world.size(), 6}));
}

TEST(Phases, AreTabulatedWithTheirShare) {
    const auto json = phase_table({{"update", {1, 2, 3}}, {"exchange", {6, 6, 6}}}).json();
    ASSERT_EQ(json.size(), 3U);
    EXPECT_EQ(json[0], (nlohmann::json{{"phase", "update"},
                                       {"least_s", 1.0},
                                       {"mean_s", 2.0},
                                       {"largest_s", 3.0},
                                       {"imbalance", 1.5},
                                       {"share", 0.25}}));
    EXPECT_EQ(json[2], (nlohmann::json{{"phase", "all"}, {"mean_s", 8.0}, {"share", 1.0}}));
    EXPECT_EQ(phase_table({}).json()[0]["share"], 0.0);
}

TEST(Rates, FollowFromCounts) {
    const Rates rates{2000, 5, 10'000'000, 6000, 1000, 4};
    EXPECT_DOUBLE_EQ(rates.real_time_factor(), 2.5);
    EXPECT_DOUBLE_EQ(rates.events_per_second(), 2e6);
    EXPECT_DOUBLE_EQ(rates.events_per_second_and_core(), 5e5);
    EXPECT_DOUBLE_EQ(rates.mean_rate_hz(), 3.0);
    EXPECT_EQ(rates_text(rates),
              "real-time factor 2.5, 2 M synaptic events/s (500 k/s per core), 6 000 spikes, mean rate 3 Hz");
    EXPECT_EQ(Rates{}.real_time_factor(), 0);
    EXPECT_EQ(Rates{}.mean_rate_hz(), 0);
}

}  // namespace
}  // namespace simdrive::report
