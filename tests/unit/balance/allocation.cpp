#include "balance/allocation.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "unit/balance/example.hpp"

namespace simdrive::balance {
namespace {

TEST(Allocation, IsMadeOfBucketsAndBytes) {
    const Allocation allocation = example();
    ASSERT_EQ(allocation.fault(), "");
    ASSERT_EQ(allocation.shares.size(), 5U);
    EXPECT_EQ(allocation.shares[0], (Share{0, 0, 0, 30, Selection(0, 2)}));
    EXPECT_EQ(allocation.shares[1], (Share{0, 0, 1, 40, Selection(4, 5)}));
    EXPECT_EQ(allocation.shares[2],
              (Share{0, 1, 1, 80, Selection::of_ids(std::vector<std::uint64_t>{2, 3, 5})}));
    EXPECT_EQ(allocation.shares[3], (Share{1, 0, 0, 1, Selection(100, 101)}));
    EXPECT_EQ(allocation.shares[4], (Share{1, 1, 0, 2, Selection(200, 201)}));
    EXPECT_EQ(allocation.rank_bytes, (std::vector<std::uint64_t>{71, 82, 0}));
    EXPECT_EQ(allocation.node_count(), 8U);
}

TEST(Allocation, GivesItsBucketsBack) {
    EXPECT_EQ(buckets_of(example()), example_buckets());
    EXPECT_EQ(ids_of_rank(example(), 0, 0), Selection::of_ids(std::vector<std::uint64_t>{0, 1, 4}));
    EXPECT_EQ(ids_of_rank(example(), 1, 1), Selection(200, 201));
    EXPECT_TRUE(ids_of_rank(example(), 1, 2).empty());
}

TEST(Allocation, OfNothing) {
    const Allocation allocation = make_allocation({3, 2, 1, "f", ""}, {{"empty", {}}}, {}, {});
    EXPECT_EQ(allocation.fault(), "");
    EXPECT_TRUE(allocation.shares.empty());
    EXPECT_TRUE(buckets_of(allocation).empty());
}

struct Fault {
    const char* name;
    std::function<void(Allocation&)> spoil;
    const char* words;
};

class AllocationFault : public testing::TestWithParam<Fault> {};

TEST_P(AllocationFault, IsFound) {
    Allocation allocation = example();
    GetParam().spoil(allocation);
    EXPECT_NE(allocation.fault().find(GetParam().words), std::string::npos) << allocation.fault();
}

INSTANTIATE_TEST_SUITE_P(
    All, AllocationFault,
    testing::Values(
        Fault{"missing", [](auto& a) { a.shares[0].node_ids = Selection(0, 1); },
              "1 of 6 nodes of population \"big\" are missing, the first is node 1"},
        Fault{"missing_share", [](auto& a) { a.shares.pop_back(); },
              "population \"small\" are missing, the first is node 200"},
        Fault{"duplicate", [](auto& a) { a.shares[0].node_ids = Selection(0, 3); },
              "node 2 of population \"big\" occurs more than once"},
        Fault{"unknown_id", [](auto& a) { a.shares[4].node_ids = Selection(200, 202); },
              "population \"small\" has no node 201"},
        Fault{"rank", [](auto& a) { a.shares[4].rank = 3; },
              "rank 3, cycle 0; expected ranks below 3, cycles below 2"},
        Fault{"cycle", [](auto& a) { a.shares[4].cycle = 2; }, "cycles below 2"},
        Fault{"order", [](auto& a) { std::swap(a.shares[0], a.shares[1]); }, "repeated or out of order"},
        Fault{"repeated", [](auto& a) { a.shares[1].cycle = 0; }, "repeated or out of order"},
        Fault{"population", [](auto& a) { a.shares[4].population = 2; }, "population number 2; there are 2"},
        Fault{"rank_bytes", [](auto& a) { a.rank_bytes.pop_back(); }, "bytes of 2 ranks; expected 3"},
        Fault{"no_ranks", [](auto& a) { a.ranks = 0; }, "0 ranks"},
        Fault{"too_many", [](auto& a) { a.ranks = a.cycles = 1U << 16U; }, "65536 ranks and 65536 cycles"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace simdrive::balance
