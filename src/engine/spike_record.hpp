#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/spike.hpp"

namespace simdrive::engine {

/// The spikes of a run as they come, epoch after epoch: eight bytes each, in blocks that never move, since a
/// vector that doubles would spend more time on fresh pages than a spike otherwise takes.
class SpikeRecord {
  public:
    /// Appends the spikes of an epoch, whose lag counts from `epoch`.
    void add(Step epoch, std::span<const PackedSpike> spikes);
    std::uint64_t size() const { return size_; }
    /// All of them, in the order in which they were added.
    std::vector<Spike> unpacked() const;

  private:
    static constexpr std::uint64_t spikes_of_block = std::uint64_t{1} << 14;
    struct Epoch {
        Step first;
        std::uint64_t spikes;
    };

    std::vector<Epoch> epochs_;  // those with spikes
    std::vector<std::unique_ptr<PackedSpike[]>> blocks_;
    std::uint64_t size_ = 0;
};

}  // namespace simdrive::engine
