#include "engine/rank_nodes.hpp"

#include <algorithm>

namespace simdrive::engine {

RankNodes::RankNodes(const circuit::Circuit& circuit, const Shape& shape,
                     std::span<const std::uint32_t> bucket_of, std::uint32_t rank, std::uint32_t cycles,
                     std::uint32_t threads)
    : cycles_(cycles), blocks_(threads) {
    const auto& populations = circuit.populations();
    const auto own = static_cast<std::size_t>(std::count_if(
        bucket_of.begin(), bucket_of.end(), [&](std::uint32_t bucket) { return bucket / cycles == rank; }));
    places_.reserve(own);
    gids_.reserve(own);
    for (std::size_t p = 0; p < populations.size(); ++p) {
        const auto& population = *populations[p];
        // Groups of a population may interleave, so blocks are found by group rather than appended to.
        std::vector<std::vector<std::size_t>> block_of(threads);
        for (auto& blocks : block_of) blocks.assign(population.groups().size(), Lookup::elsewhere);
        for (std::uint64_t row = 0; row < population.size(); ++row) {
            const Gid gid = population.first_gid() + row;
            if (bucket_of[gid] / cycles != rank) continue;
            const auto thread = static_cast<std::uint32_t>(places_.size() % threads);
            const std::size_t group = population.group_of(row);
            auto& block = block_of[thread][group];
            if (block == Lookup::elsewhere) {
                block = blocks_[thread].size();
                blocks_[thread].push_back({shape.first_group[p] + group, {}});
            }
            auto& rows = blocks_[thread][block].rows;
            places_.push_back({thread, static_cast<std::uint32_t>(block),
                               static_cast<std::uint32_t>(rows.size()), bucket_of[gid] % cycles});
            gids_.push_back(gid);
            rows.push_back(row);
        }
    }
}

RankNodes::Lookup RankNodes::lookup(const circuit::Population& population) const {
    Lookup lookup;
    lookup.places_ = places_;
    lookup.number_of_row_.assign(population.size(), Lookup::elsewhere);
    const auto first = std::lower_bound(gids_.begin(), gids_.end(), population.first_gid());
    for (auto at = first; at != gids_.end() && *at < population.first_gid() + population.size(); ++at) {
        lookup.number_of_row_[*at - population.first_gid()] = static_cast<std::uint32_t>(at - gids_.begin());
    }
    return lookup;
}

}  // namespace simdrive::engine
