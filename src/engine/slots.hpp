#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "engine/synapse_layout.hpp"

namespace simdrive::engine {

/// Slots of one port of a block: one a neuron, padded so that each port begins on a cache line.
constexpr std::uint64_t slot_stride(std::uint64_t neurons) {
    return (neurons + 7) / 8 * 8;
}

/// The input slots of a thread in one step: those of port 0 of all blocks, then those of port 1, and so on.
/// Each port is cut into segments of 65 536 slots, so that 16 bits name a slot within one, and synapses of
/// one sign meet as few segments as possible.
class SlotSegments {
  public:
    static constexpr std::uint64_t slots_of_segment = 0x10000;

    SlotSegments() = default;
    explicit SlotSegments(const std::vector<std::uint64_t>& slots_of_port) {
        for (const std::uint64_t slots : slots_of_port) {
            for (std::uint64_t at = 0; at < slots; at += slots_of_segment) base_.push_back(slots_ + at);
            slots_ += slots;
            first_segment_.push_back(static_cast<std::uint32_t>(base_.size()));
        }
    }

    std::uint64_t slots() const { return slots_; }
    /// Number of the first segment of a port; of a port that the thread does not have, the number of
    /// segments.
    std::uint32_t first_segment(std::size_t port) const {
        if (port == 0) return 0;
        return first_segment_.empty() ? 0 : first_segment_[std::min(port, first_segment_.size()) - 1];
    }
    /// The slot that a segment begins with.
    std::uint64_t base(std::uint32_t segment) const { return base_[segment]; }
    /// How many segments synapses with these bins may meet.
    std::uint32_t segments_for(const SourceBins& bins) const {
        return first_segment(bins.past_port) - first_segment(bins.first_port);
    }

  private:
    std::vector<std::uint32_t> first_segment_;  // of the port after
    std::vector<std::uint64_t> base_;
    std::uint64_t slots_ = 0;
};

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
