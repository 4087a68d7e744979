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

/// The end of a step of an integrate-and-fire neuron: at V ≥ theta it spikes, V is reset and the refractory
/// time begins. The number of spikes. Selections instead of branches, so that the loop over neurons becomes
/// vector code.
template <class Constants, class State>
double spike_at_threshold(const Constants& c, State& s) {
    const bool fires = s.V >= c.theta;
    s.refractory = fires ? c.refractory : s.refractory;
    s.V = fires ? c.reset : s.V;
    return fires ? 1.0 : 0.0;
}

}  // namespace simdrive
