#include "engine/replay.hpp"

#include <algorithm>

namespace simdrive::engine {

Replay::Replay(std::vector<Spike> spikes) : spikes_(std::move(spikes)) {
    std::sort(spikes_.begin(), spikes_.end());
    spikes_.shrink_to_fit();
}

void Replay::emit(Step epoch, Step first_lag, Step past_lag, std::vector<PackedSpike>& out) {
    while (next_ < spikes_.size() && spikes_[next_].step < epoch + first_lag) ++next_;
    for (; next_ < spikes_.size() && spikes_[next_].step < epoch + past_lag; ++next_) {
        out.emplace_back(spikes_[next_].step - epoch, spikes_[next_].source);
    }
}

}  // namespace simdrive::engine
