#include "balance/bins.hpp"

#include <algorithm>

namespace simdrive::balance {

Bins::Bins(std::uint32_t count) {
    for (std::size_t r = 0; r < heaps_.size(); ++r) {
        heaps_[r].resize(count);
        places_[r].resize(count);
        for (std::uint32_t bin = 0; bin < count; ++bin) {
            heaps_[r][bin] = {0, bin};
            places_[r][bin] = bin;
        }
    }
}

void Bins::put(std::uint32_t bin, const Loads& item) {
    for (std::size_t r = 0; r < heaps_.size(); ++r) add(r, bin, item[r]);
}

void Bins::put_in_all(const Loads& item, std::uint64_t rounds) {
    for (std::size_t r = 0; r < heaps_.size(); ++r) {
        for (Entry& entry : heaps_[r]) entry.load += item[r] * rounds;
        largest_[r] += item[r] * rounds;
    }
}

/// Loads only grow, so an entry only sinks.
void Bins::add(std::size_t resource, std::uint32_t bin, std::uint64_t weight) {
    if (weight == 0) return;
    Heap& heap = heaps_[resource];
    auto& places = places_[resource];
    std::size_t hole = places[bin];
    const Entry grown{heap[hole].load + weight, bin};
    largest_[resource] = std::max(largest_[resource], grown.load);
    for (std::size_t child = 2 * hole + 1; child < heap.size(); child = 2 * hole + 1) {
        if (child + 1 < heap.size() && heap[child + 1] < heap[child]) ++child;
        if (!(heap[child] < grown)) break;
        heap[hole] = heap[child];
        places[heap[hole].bin] = static_cast<std::uint32_t>(hole);
        hole = child;
    }
    heap[hole] = grown;
    places[bin] = static_cast<std::uint32_t>(hole);
}

}  // namespace simdrive::balance
