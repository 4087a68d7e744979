#include "engine/exchange.hpp"

#include <algorithm>

namespace simdrive::engine {

namespace {
/// A word that sorts behind every spike: no epoch is that long.
const PackedSpike stop_word(PackedSpike::max_lag, PackedSpike::max_source);
}  // namespace

std::span<const PackedSpike> Exchange::run(std::vector<PackedSpike>& own, bool stop) {
    std::sort(own.begin(), own.end());
    stop_requested_ = stop;
    if (comm_.size() == 1) return own;
    if (stop) own.push_back(stop_word);
    all_ = comm_.gather_all(std::span<const PackedSpike>(own)).take_values();
    if (stop) own.pop_back();
    std::sort(all_.begin(), all_.end());
    std::span<const PackedSpike> spikes(all_);
    while (!spikes.empty() && spikes.back() == stop_word) {
        stop_requested_ = true;
        spikes = spikes.first(spikes.size() - 1);
    }
    return spikes;
}

}  // namespace simdrive::engine
