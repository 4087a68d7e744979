#pragma once

#include <cstdint>

#include "base/time_grid.hpp"
#include "circuit/weight_form.hpp"

namespace simdrive::circuit {

/// What edges depend on beside their own description.
struct EdgeSettings {
    TimeGrid grid;
    std::uint64_t seed = 0;
    WeightPrecision precision = WeightPrecision::automatic;
};

}  // namespace simdrive::circuit
