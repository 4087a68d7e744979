#include "engine/receiver_sets.hpp"

namespace simdrive::engine {

ReceiverSets::ReceiverSets(std::uint64_t sources, std::size_t receivers, std::uint64_t pairs)
    : words_((receivers + 63) / 64) {
    constexpr std::size_t most_listed = std::size_t{1} << 16;
    const std::uint64_t mask_bytes = sources * words_ * sizeof(masks_[0]);
    const std::uint64_t list_bytes = (sources + 1) * sizeof(first_[0]) + pairs * sizeof(lists_[0]);
    if (mask_bytes <= list_bytes || receivers > most_listed) {
        masks_.reserve(sources * words_);
    } else {
        first_.reserve(sources + 1);
        first_.push_back(0);
        lists_.reserve(pairs);
    }
}

void ReceiverSets::append(std::uint64_t count, std::span<const std::span<const std::uint32_t>> wanted) {
    if (first_.empty()) {
        const std::uint64_t begin = masks_.size();
        masks_.resize(begin + count * words_);
        for (std::size_t r = 0; r < wanted.size(); ++r) {
            for (const auto source : wanted[r])
                masks_[begin + source * words_ + r / 64] |= std::uint64_t{1} << (r % 64);
        }
        return;
    }
    std::vector<std::uint64_t> next(count);  // lengths, then places
    for (const auto sources : wanted) {
        for (const auto source : sources) ++next[source];
    }
    for (auto& place : next) {
        const std::uint64_t length = place;
        place = first_.back();
        first_.push_back(place + length);
    }
    lists_.resize(first_.back());
    for (std::size_t r = 0; r < wanted.size(); ++r) {
        for (const auto source : wanted[r]) lists_[next[source]++] = static_cast<std::uint16_t>(r);
    }
}

}  // namespace simdrive::engine
