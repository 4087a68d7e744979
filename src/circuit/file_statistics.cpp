#include "circuit/file_statistics.hpp"

#include <algorithm>
#include <set>

namespace simdrive::circuit {

void DelaySet::add(const std::vector<std::uint32_t>& delays) {
    std::uint32_t last = 0;  // neighbours are often alike
    for (const auto delay : delays) {
        if (delay == last) continue;
        met_[delay] = true;
        last = delay;
    }
}

std::vector<std::uint32_t> DelaySet::all(const mpi::Communicator& comm) const {
    std::vector<std::uint32_t> own;
    for (std::uint32_t delay = 1; delay < met_.size(); ++delay) {
        if (met_[delay]) own.push_back(delay);
    }
    const auto gathered = comm.gather_all(std::span<const std::uint32_t>(own));
    const std::set<std::uint32_t> together(gathered.values().begin(), gathered.values().end());
    return {together.begin(), together.end()};
}

void WeightSet::add(const std::vector<double>& weights) {
    for (const double weight : weights) {
        least_ = std::min(least_, weight);
        largest_ = std::max(largest_, weight);
        if (widest_ != WeightForm::full) widest_ = std::max(widest_, form_of(weight));
    }
}

WeightRange WeightSet::all(const mpi::Communicator& comm) const {
    const double least = comm.min(least_);
    const double largest = comm.max(largest_);
    const auto widest = static_cast<WeightForm>(comm.max(static_cast<std::uint64_t>(widest_)));
    if (least > largest) return {};
    return WeightRange::exact(least, largest, widest);
}

void FileStatistics::add(const EdgeBatch& edges) {
    for (const auto row : edges.source_row) ++targets_of[row];
    for (const auto row : edges.target_row) ++in_degrees[row];
    delays.add(edges.delay);
    weights.add(edges.weight);
}

}  // namespace simdrive::circuit
