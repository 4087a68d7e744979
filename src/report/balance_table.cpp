#include "report/balance_table.hpp"

namespace simdrive::report {

namespace {

Cell load(Balance::Unit unit, double value) {
    constexpr double ns_per_s = 1e9;
    return unit == Balance::Unit::bytes ? Cell::mean_bytes(value) : Cell::seconds(value / ns_per_s);
}

}  // namespace

Table balance_table(const std::vector<Balance>& rows) {
    Table table("What the nodes of a rank bring", {{"what", "", Align::left},
                                                   {"mean rank", "mean"},
                                                   {"largest rank", "largest"},
                                                   {"largest/mean", "imbalance"},
                                                   {"no less than", "bound"}});
    for (const Balance& row : rows) {
        table.add_row({row.what, load(row.unit, row.loads.mean), load(row.unit, row.loads.largest),
                       Cell::number(row.loads.imbalance(), 6), Cell::number(row.bound(), 6)});
    }
    return table;
}

}  // namespace simdrive::report
