#pragma once

#include <cstdint>
#include <vector>

#include "engine/spike_feed.hpp"

namespace simdrive::engine {

/// Spikes of this rank's virtual nodes, known in advance, handed out epoch by epoch.
class Replay final : public SpikeFeed {
  public:
    Replay() = default;
    /// In any order; steps at least 0.
    explicit Replay(std::vector<Spike> spikes);

    void emit(Step epoch, Step first_lag, Step past_lag, std::vector<PackedSpike>& out) override;
    std::uint64_t bytes() const { return spikes_.capacity() * sizeof(Spike); }
    std::uint64_t size() const { return spikes_.size(); }

  private:
    std::vector<Spike> spikes_;
    std::size_t next_ = 0;
};

}  // namespace simdrive::engine
