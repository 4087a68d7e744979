#include "balance/node_order.hpp"

#include <gtest/gtest.h>

namespace simdrive::balance {
namespace {

using Ids = std::vector<std::uint64_t>;

NodeOrder order_of(const Ids& ids) {
    return node_order("p", ids.size(), [&](std::uint64_t row) { return ids[row]; });
}

TEST(NodeOrder, KeepsNothingWhereRowsAscend) {
    const NodeOrder order = order_of({3, 4, 9});
    EXPECT_TRUE(order.rows.empty());
    EXPECT_EQ(order.population.name, "p");
    EXPECT_EQ(order.population.ids, Selection::of_ids(Ids{3, 4, 9}));
    EXPECT_TRUE(order_of({}).population.ids.empty());
}

TEST(NodeOrder, SortsRowsByIds) {
    const NodeOrder order = order_of({5, 7, 6, 0});
    EXPECT_EQ(order.rows, (Ids{3, 0, 2, 1}));
    EXPECT_EQ(order.population.ids, Selection::of_ids(Ids{0, 5, 6, 7}));
}

TEST(NodeOrder, BringsValuesThereAndBack) {
    const std::vector<NodeOrder> orders{order_of({1, 2}), order_of({5, 7, 6, 0}), order_of({8})};
    const std::vector<int> by_gid{10, 11, 20, 21, 22, 23, 30};
    const auto packing = in_packing_order(by_gid, orders);
    EXPECT_EQ(packing, (std::vector<int>{10, 11, 23, 20, 22, 21, 30}));
    EXPECT_EQ(in_gid_order(packing, orders), by_gid);
}

}  // namespace
}  // namespace simdrive::balance
