#pragma once

#include <simdrive/stimulus_model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/time_grid.hpp"

/// What stimuli share: defaults and windows of time.
namespace simdrive::stimulus_values {

inline constexpr double required = std::numeric_limits<double>::quiet_NaN();
inline constexpr double whole_run = std::numeric_limits<double>::infinity();

/// The i-th value of a field, or its only one. std::invalid_argument where a list is too short.
inline double nth(const StimulusSettings& settings, const char* field, std::size_t i) {
    const auto& values = settings.values.at(field);
    if (values.size() == 1) return values.front();
    if (i >= values.size())
        throw std::invalid_argument(std::string(field) + " has fewer values than there are pulses");
    return values[i];
}

/// The only value of a field. std::invalid_argument for a list.
inline double single(const StimulusSettings& settings, const char* field) {
    const auto& values = settings.values.at(field);
    if (values.size() != 1) throw std::invalid_argument(std::string(field) + " must be a single number");
    return values.front();
}

/// Whether neurons[range] are n, n + 1, …; `neurons` ascend.
inline bool consecutive(std::span<const std::uint32_t> neurons, NeuronRange range) {
    return range.size() == 0 || neurons[range.past - 1] - neurons[range.first] + 1 == range.size();
}

/// Indices into `neurons` (ascending) of those that lie in `part`.
inline NeuronRange driven(std::span<const std::uint32_t> neurons, NeuronRange part) {
    if (neurons.empty()) return {};
    if (consecutive(neurons, {0, neurons.size()})) {
        const auto at = [&](std::size_t neuron) {
            return std::min(neurons.size(), neuron - std::min<std::size_t>(neuron, neurons.front()));
        };
        return {at(part.first), at(part.past)};
    }
    const auto at = [&](std::size_t neuron) {
        return static_cast<std::size_t>(std::lower_bound(neurons.begin(), neurons.end(), neuron) -
                                        neurons.begin());
    };
    return {at(part.first), at(part.past)};
}

/// Adds `value` to `out[n]` for each n of `neurons` that lies in `part`.
inline void add_to_all(std::span<const std::uint32_t> neurons, NeuronRange part, double value, double* out) {
    const auto [first, past] = driven(neurons, part);
    for (std::size_t i = first; i < past; ++i) out[neurons[i]] += value;
}

/// The steps during which something lasts that begins at `delay` and lasts for `duration` (ms).
struct Window {
    Step first;
    Step past;
};
inline Window window(const TimeGrid& grid, double delay, double duration, Step steps) {
    if (!(delay >= 0)) throw std::invalid_argument("delay must be at least 0 ms");
    if (!(duration >= 0)) throw std::invalid_argument("duration must be at least 0 ms");
    const double end = grid.time(steps);
    const Step first = delay >= end ? steps : grid.nearest(delay);
    return {first, delay + duration >= end ? steps : std::max(first, grid.nearest(delay + duration))};
}

}  // namespace simdrive::stimulus_values
