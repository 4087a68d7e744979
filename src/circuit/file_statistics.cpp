#include "circuit/file_statistics.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace simdrive::circuit {

void DelaySet::add(const std::vector<std::uint32_t>& delays) {
    for (const auto delay : delays) met_[delay] = 1;
}

std::vector<std::uint32_t> DelaySet::all(const mpi::Communicator& comm) const {
    std::vector<std::uint32_t> own;
    for (std::uint32_t delay = 1; delay < met_.size(); ++delay) {
        if (met_[delay] != 0) own.push_back(delay);
    }
    const auto gathered = comm.gather_all(std::span<const std::uint32_t>(own));
    const std::set<std::uint32_t> together(gathered.values().begin(), gathered.values().end());
    return {together.begin(), together.end()};
}

void WeightSet::add(const std::vector<double>& weights) {
    // Several minima side by side do not wait for each other.
    constexpr std::size_t lanes = 4;
    std::array<double, lanes> least;
    std::array<double, lanes> largest;
    least.fill(least_);
    largest.fill(largest_);
    const std::size_t whole = weights.size() / lanes * lanes;
    for (std::size_t i = 0; i < whole; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            least[lane] = std::min(least[lane], weights[i + lane]);
            largest[lane] = std::max(largest[lane], weights[i + lane]);
        }
    }
    least_ = *std::min_element(least.begin(), least.end());
    largest_ = *std::max_element(largest.begin(), largest.end());
    for (std::size_t i = whole; i < weights.size(); ++i) {
        least_ = std::min(least_, weights[i]);
        largest_ = std::max(largest_, weights[i]);
    }
    for (std::size_t i = 0; i < weights.size() && widest_ != WeightForm::full; ++i)
        widest_ = std::max(widest_, form_of(weights[i]));
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
