#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "engine/spike_feed.hpp"

namespace simdrive::engine {

/// Spikes drawn in place of those that other ranks would send: in every step each source of the circuit fires
/// with the same probability, whatever it did before, and those that are wanted are handed out. For
/// rehearsals of a rank alone.
class DrawnSpikes final : public SpikeFeed {
  public:
    /// `wanted`: a bit for each of the circuit's `gids` sources. `probability` in a step, in [0, 1].
    DrawnSpikes(std::vector<std::uint64_t> wanted, std::uint64_t gids, double probability,
                std::uint64_t seed);

    void emit(Step epoch, Step first_lag, Step past_lag, std::vector<PackedSpike>& out) override;
    /// Spent in emit(): what a run would not spend.
    double seconds() const { return seconds_; }

  private:
    void emit_step(Step step, Step lag, std::vector<PackedSpike>& out) const;

    std::vector<std::uint64_t> wanted_;
    std::uint64_t gids_;
    double probability_;
    RandomStream stream_;
    double seconds_ = 0;
};

}  // namespace simdrive::engine
