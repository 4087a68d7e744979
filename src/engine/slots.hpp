#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ids.hpp"
#include "engine/synapse_layout.hpp"

namespace simdrive::engine {

/// Slots of one port of a block: one a neuron, padded so that each port begins on a cache line.
constexpr std::uint64_t slot_stride(std::uint64_t neurons) {
    return (neurons + 7) / 8 * 8;
}

/// Steps that a thread's input ring of `slots` slots a step holds, where spikes are exchanged every `epoch`
/// steps. Pushed at once, weights need the longest delay. Delivered when due, they need what the blocks
/// advance in one go: as many steps as fit the second-level cache beside the neurons, or, where not even one
/// step fits, enough of them that neurons are seldom fetched from memory.
inline std::uint32_t ring_steps(const SynapseLayout& layout, std::uint64_t slots, Step epoch) {
    constexpr std::uint64_t cached = std::uint64_t{1} << 18;  // bytes
    constexpr std::uint64_t most = 16;
    if (layout.delivery == Delivery::at_once) return layout.longest_delay;
    const std::uint64_t fit = cached / std::max<std::uint64_t>(1, slots * sizeof(double));
    const std::uint64_t wanted = fit == 0 ? most : std::min(fit, most);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, static_cast<std::uint64_t>(epoch)));
}

}  // namespace simdrive::engine
