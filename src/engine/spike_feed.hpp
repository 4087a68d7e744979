#pragma once

#include <vector>

#include "base/ids.hpp"
#include "base/spike.hpp"

namespace simdrive::engine {

/// Spikes that do not come from this rank's neurons, handed out epoch by epoch.
class SpikeFeed {
  public:
    virtual ~SpikeFeed() = default;
    /// Appends the spikes in [epoch + first_lag, epoch + past_lag) with their lag, in the order (step,
    /// source). Called for consecutive epochs.
    virtual void emit(Step epoch, Step first_lag, Step past_lag, std::vector<PackedSpike>& out) = 0;

  protected:
    SpikeFeed() = default;
    SpikeFeed(const SpikeFeed&) = default;
    SpikeFeed(SpikeFeed&&) = default;
    SpikeFeed& operator=(const SpikeFeed&) = default;
    SpikeFeed& operator=(SpikeFeed&&) = default;
};

}  // namespace simdrive::engine
