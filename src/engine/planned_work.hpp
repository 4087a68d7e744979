#pragma once

#include <cstdint>

#include "engine/stimulus_plan.hpp"

namespace simdrive::engine {

/// What nodes cost a core, as planned before a run: nanoseconds for a second of model time, from the figures
/// of docs/performance.md. Only their proportions matter, to even out the work of ranks.

/// A node of a group without its synapses: its steps, and those of the stimuli that act on the group.
std::uint64_t node_work(const Shape& shape, const StimulusPlan& stimuli, std::size_t group, double dt);

/// The events of so many incoming synapses, whose sources fire at `rate_hz`.
std::uint64_t synapses_work(std::uint64_t in_degree, double rate_hz);

}  // namespace simdrive::engine
