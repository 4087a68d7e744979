#pragma once

#include <cstdint>
#include <vector>

#include "balance/allocation.hpp"

namespace simdrive::balance {

inline std::vector<PopulationIds> example_populations() {
    return {{"big", Selection(0, 6)}, {"small", Selection::of_ids(std::vector<std::uint64_t>{100, 200})}};
}

inline std::vector<std::uint32_t> example_buckets() {
    return {0, 0, 3, 3, 1, 3, 0, 2};
}

/// Three ranks of two cycles; rank 2 is empty.
inline Allocation example() {
    return make_allocation({3, 2, 4, "00112233445566778899aabbccddeeff", "Memory"}, example_populations(),
                           example_buckets(), std::vector<std::uint64_t>{10, 20, 20, 30, 40, 30, 1, 2});
}

}  // namespace simdrive::balance
