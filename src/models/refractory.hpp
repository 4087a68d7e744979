#pragma once

#include <simdrive/neuron_block.hpp>

#include <cmath>

namespace simdrive {

/// The refractory time in whole steps, rounded to nearest as NEST rounds it. Held as a double so that all
/// columns of a state are of one width.
inline double refractory_steps(double t_ref, double dt) {
    require(t_ref >= 0 && std::isfinite(t_ref), "t_ref must be at least 0 ms");
    return std::round(t_ref / dt);
}

}  // namespace simdrive
