#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/spread.hpp"
#include "report/table.hpp"

namespace simdrive::report {

/// How evenly something is spread over ranks.
struct Balance {
    enum class Unit : std::uint8_t { bytes, nanoseconds };

    std::string what;
    Unit unit = Unit::bytes;
    Spread loads;             ///< of the ranks
    double largest_item = 0;  ///< that cannot be divided

    /// Largest over mean that no dealing can go below.
    double bound() const {
        return loads.mean > largest_item || loads.mean == 0 ? 1 : largest_item / loads.mean;
    }
};

/// One row for each: mean and largest rank, largest over mean, and the bound of that.
Table balance_table(const std::vector<Balance>& rows);

}  // namespace simdrive::report
