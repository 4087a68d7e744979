#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "engine/spike_feed.hpp"

namespace simdrive::engine {

/// Spikes drawn in place of those that other ranks would send: in every step each source of the circuit fires
/// with the same probability, whatever it did before, and those that are wanted are handed out, among those
/// of another feed. For rehearsals of a rank alone.
class DrawnSpikes final : public SpikeFeed {
  public:
    /// `other` outlives this feed, and has none of the spikes of `wanted`: a bit for each of the circuit's
    /// `gids` sources. `probability` in a step, in [0, 1].
    DrawnSpikes(SpikeFeed& other, std::vector<std::uint64_t> wanted, std::uint64_t gids, double probability,
                std::uint64_t seed);

    void emit(Step epoch, Step first_lag, Step past_lag, std::vector<PackedSpike>& out) override;
    /// Spent on drawing: what a run would not spend.
    double seconds() const { return seconds_; }

  private:
    void draw_step(Step step, Step lag);

    SpikeFeed& other_;
    std::vector<std::uint64_t> wanted_;
    std::uint64_t gids_;
    double probability_;
    RandomStream stream_;
    std::vector<PackedSpike> drawn_;
    std::vector<PackedSpike> others_;
    double seconds_ = 0;
};

}  // namespace simdrive::engine
