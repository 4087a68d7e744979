#include "engine/spike_order.hpp"

#include <algorithm>
#include <limits>

namespace simdrive::engine {

namespace {

constexpr std::uint64_t bins = 1 << 16;

std::uint64_t key_of(const Spike& spike, SpikeOrder order) {
    return order == SpikeOrder::by_time ? static_cast<std::uint64_t>(spike.step) : spike.source;
}

/// Which rank takes the spikes of each bin: ranks get consecutive bins, about an even share of spikes each.
std::vector<std::uint32_t> rank_of_bins(const std::vector<std::uint64_t>& histogram, int ranks) {
    std::uint64_t total = 0;
    for (const auto count : histogram) total += count;
    std::vector<std::uint32_t> rank_of(histogram.size());
    std::uint64_t before = 0;
    for (std::size_t b = 0; b < histogram.size(); ++b) {
        rank_of[b] =
            total == 0 ? 0 : static_cast<std::uint32_t>(before * static_cast<std::uint64_t>(ranks) / total);
        before += histogram[b];
    }
    return rank_of;
}

}  // namespace

std::vector<Spike> in_global_order(const std::vector<Spike>& own, SpikeOrder order,
                                   const mpi::Communicator& comm) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t largest = 0;
    for (const Spike& spike : own) {
        least = std::min(least, key_of(spike, order));
        largest = std::max(largest, key_of(spike, order));
    }
    least = comm.min(least);
    largest = std::max(least, comm.max(largest));
    const std::uint64_t width = (largest - least) / bins + 1;

    std::vector<std::uint64_t> histogram(bins);
    for (const Spike& spike : own) ++histogram[(key_of(spike, order) - least) / width];
    comm.sum_in_place(histogram);
    const auto rank_of = rank_of_bins(histogram, comm.size());

    std::vector<std::vector<Spike>> to(static_cast<std::size_t>(comm.size()));
    for (const Spike& spike : own) to[rank_of[(key_of(spike, order) - least) / width]].push_back(spike);
    auto sorted = comm.exchange(to).take_values();
    if (order == SpikeOrder::by_time) {
        std::sort(sorted.begin(), sorted.end());
    } else {
        std::sort(sorted.begin(), sorted.end(), [](const Spike& a, const Spike& b) {
            return std::pair(a.source, a.step) < std::pair(b.source, b.step);
        });
    }
    return sorted;
}

}  // namespace simdrive::engine
