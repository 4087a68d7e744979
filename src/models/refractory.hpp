#pragma once

#include <simdrive/neuron_block.hpp>

#include <cmath>

#include "base/time_grid.hpp"

namespace simdrive {

/// The refractory time in whole steps. As in NEST it is rounded to 1 µs and then up to the next step: 1.919
/// ms are 20 steps of 0.1 ms. Held as a double so that all columns of a state are of one width.
inline double refractory_steps(double t_ref, double dt) {
    require(t_ref >= 0 && std::isfinite(t_ref), "t_ref must be at least 0 ms");
    return static_cast<double>(TimeGrid(dt).at_or_after(t_ref));
}

}  // namespace simdrive
