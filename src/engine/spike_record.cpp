#include "engine/spike_record.hpp"

#include <algorithm>

namespace simdrive::engine {

void SpikeRecord::add(Step epoch, std::span<const PackedSpike> spikes) {
    if (spikes.empty()) return;
    epochs_.push_back({epoch, spikes.size()});
    while (!spikes.empty()) {
        const std::uint64_t place = size_ % spikes_of_block;
        if (place == 0) blocks_.push_back(std::make_unique_for_overwrite<PackedSpike[]>(spikes_of_block));
        const auto part = spikes.first(std::min<std::size_t>(spikes.size(), spikes_of_block - place));
        std::copy(part.begin(), part.end(), blocks_.back().get() + place);
        size_ += part.size();
        spikes = spikes.subspan(part.size());
    }
}

std::vector<Spike> SpikeRecord::unpacked() const {
    std::vector<Spike> all;
    all.reserve(size_);
    for (const Epoch& epoch : epochs_) {
        for (std::uint64_t i = 0; i < epoch.spikes; ++i) {
            const PackedSpike spike = blocks_[all.size() / spikes_of_block][all.size() % spikes_of_block];
            all.push_back({epoch.first + spike.lag(), spike.source()});
        }
    }
    return all;
}

}  // namespace simdrive::engine
