#pragma once

#include <cstddef>

#include "circuit/population.hpp"

namespace simdrive::circuit {

/// The ends of a projection: populations and their indices in the circuit. The populations must outlive the
/// projection.
struct ProjectionEnds {
    std::size_t source;
    std::size_t target;
    const Population& source_population;
    const Population& target_population;
};

}  // namespace simdrive::circuit
