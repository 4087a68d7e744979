#include "engine/planned_work.hpp"

#include <cmath>

namespace simdrive::engine {

namespace {

constexpr double ns_per_neuron_step = 0.9;
constexpr double ns_per_drive_step = 0.6;
constexpr double ns_per_event = 2;
constexpr double ms_per_s = 1000;

}  // namespace

std::uint64_t node_work(const Shape& shape, const StimulusPlan& stimuli, std::size_t group, double dt) {
    if (shape.groups[group].model == nullptr) return 0;
    double ns = ns_per_neuron_step;
    for (const auto& drive : stimuli.drives) {
        if (drive.group == group) ns += ns_per_drive_step;
    }
    return static_cast<std::uint64_t>(std::llround(ns * ms_per_s / dt));
}

std::uint64_t synapses_work(std::uint64_t in_degree, double rate_hz) {
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(in_degree) * rate_hz * ns_per_event));
}

}  // namespace simdrive::engine
