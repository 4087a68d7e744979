#include "engine/loop_memory.hpp"

#include "base/spike.hpp"
#include "engine/delivery.hpp"

namespace simdrive::engine {

std::uint64_t loop_bytes(const LoopSize& size) {
    constexpr double half_empty = 2;
    // Own, as words, received, merged, and merged halfway.
    constexpr double lists = 5;
    const double spikes = size.spikes_per_step * static_cast<double>(size.epoch);
    // Delays are taken as spread evenly up to the longest.
    const double waiting = size.spikes_per_step * size.jobs_per_spike * size.longest_delay / 2;
    return static_cast<std::uint64_t>(half_empty *
                                      (spikes * lists * sizeof(PackedSpike) + waiting * sizeof(DeliveryJob)));
}

std::uint64_t recorded_bytes(std::uint64_t spikes) {
    return spikes * sizeof(PackedSpike);
}

std::uint64_t writing_bytes(std::uint64_t spikes) {
    // Unpacked, parted by rank, received, and as columns of ids and times; two of them grow as they fill.
    return spikes * 6 * sizeof(Spike);
}

}  // namespace simdrive::engine
