#include "memory/numa_policy.hpp"

#include <gtest/gtest.h>
#include <numaif.h>

#include <cerrno>
#include <thread>

#include "base/error.hpp"
#include "memory/numa_pages.hpp"

namespace simdrive::memory {
namespace {

/// Policies belong to threads: each check has a fresh one, started from the default.
template <class F>
void in_fresh_thread(F&& check) {
    std::thread([&] {
        if (set_mempolicy(MPOL_DEFAULT, nullptr, 0) != 0) return;  // refused here: seen by PolicyCanBeSet
        check();
    }).join();
}

bool policy_can_be_set() {
    bool can = false;
    in_fresh_thread(
        [&] { can = set_mempolicy(MPOL_LOCAL, nullptr, 0) == 0 && current_thread_policy().readable(); });
    return can;
}

class NumaPolicy : public testing::Test {
  protected:
    void SetUp() override {
        if (!policy_can_be_set()) GTEST_SKIP() << "this system refuses set_mempolicy";
    }
};

TEST_F(NumaPolicy, OffMakesItLocal) {
    in_fresh_thread([] {
        const auto report = apply_numa_policy(NumaBalancing::off);
        EXPECT_TRUE(report.before.is_default());
        EXPECT_FALSE(report.before.exempt_from_scans());
        EXPECT_EQ(report.after.text(), "local");
        EXPECT_TRUE(report.after.exempt_from_scans());
        EXPECT_TRUE(report.balancing_is_off());
        EXPECT_EQ(report.reason, "");
        EXPECT_EQ(current_thread_policy(), report.after);
        std::thread([&] { EXPECT_EQ(current_thread_policy(), report.after) << "inherited"; }).join();
    });
}

TEST_F(NumaPolicy, InheritTouchesNothing) {
    in_fresh_thread([] {
        const auto report = apply_numa_policy(NumaBalancing::inherit);
        EXPECT_EQ(report.before, report.after);
        EXPECT_TRUE(current_thread_policy().is_default());
        EXPECT_EQ(report.balancing_is_off(), report.kernel_mode.value_or(0) == 0);
    });
}

TEST_F(NumaPolicy, OnBindsToAllNodesWithTheFlagOrSaysWhyNot) {
    in_fresh_thread([] {
        const auto report = apply_numa_policy(NumaBalancing::on);
        if (report.after.is_default()) {
            EXPECT_NE(report.reason, "");
            return;
        }
        EXPECT_EQ(report.after.mode, MPOL_BIND);
        EXPECT_EQ(report.after.flags, MPOL_F_NUMA_BALANCING);
        EXPECT_EQ(report.after.nodes, numa_nodes());
        EXPECT_FALSE(report.after.exempt_from_scans());
        EXPECT_EQ(report.reason.empty(), report.kernel_mode.value_or(0) != 0) << report.reason;
    });
}

TEST_F(NumaPolicy, APolicySetFromOutsideIsRespectedUnlessAsked) {
    in_fresh_thread([] {
        unsigned long mask = 1;
        ASSERT_EQ(set_mempolicy(MPOL_BIND, &mask, 64), 0);
        const auto off = apply_numa_policy(NumaBalancing::off);
        EXPECT_EQ(off.after.text(), "bind 0");
        EXPECT_EQ(off.reason, "") << "bound is off already";

        const auto on = apply_numa_policy(NumaBalancing::on);
        EXPECT_EQ(on.after.text(), "bind 0");
        EXPECT_NE(on.reason.find("--numa-balancing=on"), std::string::npos) << on.reason;

        const auto asked = apply_numa_policy(NumaBalancing::on, true);
        if (asked.after.exempt_from_scans()) return;  // older kernel
        EXPECT_EQ(asked.after.text(), "bind 0 with balancing");
        EXPECT_EQ(apply_numa_policy(NumaBalancing::off).after, asked.after);
        EXPECT_EQ(apply_numa_policy(NumaBalancing::off, true).after.text(), "bind 0");
    });
}

TEST_F(NumaPolicy, TextTellsBothPolicies) {
    in_fresh_thread([] {
        const auto text = apply_numa_policy(NumaBalancing::off).text();
        EXPECT_NE(text.find("NUMA balancing off"), std::string::npos) << text;
        EXPECT_NE(text.find("default → local"), std::string::npos) << text;
    });
}

TEST(NumaPolicyText, WhatCannotBeReadIsNotCalledOff) {
    ThreadPolicy refused;
    refused.error = EPERM;
    EXPECT_FALSE(refused.exempt_from_scans());
    EXPECT_FALSE(refused.is_default());
    EXPECT_NE(refused.text().find("not permitted"), std::string::npos) << refused.text();
    PolicyReport report;
    report.kernel_mode = 1;
    report.before = report.after = refused;
    EXPECT_FALSE(report.balancing_is_off());
    report.kernel_mode = 0;
    EXPECT_TRUE(report.balancing_is_off());
}

TEST(NumaPolicyText, ChoicesAreReadByName) {
    EXPECT_EQ(parse_numa_balancing("off"), NumaBalancing::off);
    EXPECT_EQ(parse_numa_balancing("on"), NumaBalancing::on);
    EXPECT_EQ(parse_numa_balancing("inherit"), NumaBalancing::inherit);
    EXPECT_THROW(parse_numa_balancing("OFF"), UsageError);
}

}  // namespace
}  // namespace simdrive::memory
