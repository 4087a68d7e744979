#pragma once

#include "balance/allocation.hpp"
#include "balance/cell_memory.hpp"
#include "report/balance_table.hpp"

namespace simdrive::driver {

/// How evenly the bytes and the work of `memory` lie on the ranks of an allocation of the same nodes.
report::Table balance_report(const balance::CellMemory& memory, const balance::Allocation& allocation);

}  // namespace simdrive::driver
