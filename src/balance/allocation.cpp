#include "balance/allocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace simdrive::balance {

namespace {

/// Turns buckets of the nodes of one population into shares.
class ShareBuilder {
  public:
    ShareBuilder(std::uint32_t cycles, std::uint64_t buckets) : cycles_(cycles), share_of_(buckets, none) {}

    void start(std::uint32_t population) { population_ = population; }
    void add(std::uint64_t id, std::uint32_t bucket, std::uint64_t bytes) {
        if (share_of_[bucket] == none) {
            share_of_[bucket] = static_cast<std::uint32_t>(shares_.size());
            shares_.push_back({population_, bucket / cycles_, bucket % cycles_, 0, {}});
        }
        Share& share = shares_[share_of_[bucket]];
        share.bytes += bytes;
        share.node_ids.append(id);
    }
    /// Moves the shares of this population to `all`, in order.
    void finish(std::vector<Share>& all) {
        for (const Share& share : shares_) share_of_[share.rank * cycles_ + share.cycle] = none;
        std::sort(shares_.begin(), shares_.end(), [](const Share& a, const Share& b) {
            return std::tie(a.rank, a.cycle) < std::tie(b.rank, b.cycle);
        });
        std::move(shares_.begin(), shares_.end(), std::back_inserter(all));
        shares_.clear();
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::uint32_t cycles_;
    std::uint32_t population_ = 0;
    std::vector<std::uint32_t> share_of_;  // by bucket
    std::vector<Share> shares_;
};

std::string fault_of_order(const Allocation& allocation) {
    const auto key = [](const Share& share) { return std::tie(share.population, share.rank, share.cycle); };
    for (std::size_t i = 0; i < allocation.shares.size(); ++i) {
        const Share& share = allocation.shares[i];
        if (share.population >= allocation.populations.size()) {
            return fmt::format("share {} is of population number {}; there are {}", i, share.population,
                               allocation.populations.size());
        }
        const auto& name = allocation.populations[share.population].name;
        if (share.rank >= allocation.ranks || share.cycle >= allocation.cycles) {
            return fmt::format(
                "population \"{}\" has nodes on rank {}, cycle {}; expected ranks below {}, cycles below {}",
                name, share.rank, share.cycle, allocation.ranks, allocation.cycles);
        }
        if (i > 0 && !(key(allocation.shares[i - 1]) < key(share))) {
            return fmt::format(
                "the share of population \"{}\", rank {}, cycle {} is repeated or out of order; expected "
                "(population, rank, cycle) to ascend",
                name, share.rank, share.cycle);
        }
    }
    return {};
}

/// Compares the ids that the shares [first, past) hold with those of their population.
std::string fault_of_ids(const PopulationIds& population, std::span<const Share> shares) {
    std::vector<Range> ranges;
    for (const Share& share : shares) {
        ranges.insert(ranges.end(), share.node_ids.ranges().begin(), share.node_ids.ranges().end());
    }
    std::sort(ranges.begin(), ranges.end());
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        if (ranges[i].first < ranges[i - 1].past) {
            return fmt::format("node {} of population \"{}\" occurs more than once", ranges[i].first,
                               population.name);
        }
    }
    const Selection found = Selection::of_ranges(std::move(ranges));
    if (found == population.ids) return {};
    const Selection missing = difference(population.ids, found);
    if (!missing.empty()) {
        return fmt::format("{} of {} nodes of population \"{}\" are missing, the first is node {}",
                           missing.size(), population.ids.size(), population.name,
                           missing.ranges().front().first);
    }
    return fmt::format("population \"{}\" has no node {}", population.name,
                       difference(found, population.ids).ranges().front().first);
}

/// The shares of each population, given that they are in order.
std::span<const Share> shares_of(const Allocation& allocation, std::uint32_t population) {
    const auto before = [](const Share& share, std::uint32_t p) { return share.population < p; };
    const auto& shares = allocation.shares;
    const auto first = std::lower_bound(shares.begin(), shares.end(), population, before);
    const auto past = std::lower_bound(first, shares.end(), population + 1, before);
    return {first, past};
}

/// Position of ids among the ids of a selection.
class Positions {
  public:
    explicit Positions(const Selection& ids) : ranges_(ids.ranges()) {
        std::uint64_t position = 0;
        for (const Range& range : ranges_) {
            starts_.push_back(position);
            position += range.size();
        }
    }
    /// REQUIRES: `id` is in the selection.
    std::uint64_t of(std::uint64_t id) const {
        const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), id,
                                            [](auto v, const Range& r) { return v < r.first; });
        const auto index = static_cast<std::size_t>(after - ranges_.begin()) - 1;
        return starts_[index] + (id - ranges_[index].first);
    }

  private:
    std::span<const Range> ranges_;
    std::vector<std::uint64_t> starts_;
};

}  // namespace

std::string Allocation::fault() const {
    if (ranks == 0 || cycles == 0 || std::uint64_t{ranks} * cycles > max_buckets) {
        return fmt::format("{} ranks and {} cycles; expected at least 1 of each and a product of at most {}",
                           ranks, cycles, max_buckets);
    }
    if (rank_bytes.size() != ranks) {
        return fmt::format("bytes of {} ranks; expected {}", rank_bytes.size(), ranks);
    }
    std::string fault = fault_of_order(*this);
    for (std::uint32_t p = 0; fault.empty() && p < populations.size(); ++p) {
        fault = fault_of_ids(populations[p], shares_of(*this, p));
    }
    return fault;
}

std::uint64_t Allocation::node_count() const {
    std::uint64_t nodes = 0;
    for (const auto& population : populations) nodes += population.ids.size();
    return nodes;
}

Allocation make_allocation(const Target& target, std::vector<PopulationIds> populations,
                           std::span<const std::uint32_t> buckets, std::span<const std::uint64_t> bytes) {
    Allocation allocation{target, std::move(populations), {}, {}};
    allocation.rank_bytes.assign(target.ranks, 0);
    ShareBuilder builder(target.cycles, std::uint64_t{target.ranks} * target.cycles);
    std::size_t node = 0;
    for (std::uint32_t p = 0; p < allocation.populations.size(); ++p) {
        builder.start(p);
        allocation.populations[p].ids.for_each([&](std::uint64_t id) {
            builder.add(id, buckets[node], bytes[node]);
            ++node;
        });
        builder.finish(allocation.shares);
    }
    for (const Share& share : allocation.shares) allocation.rank_bytes[share.rank] += share.bytes;
    return allocation;
}

std::vector<std::uint32_t> buckets_of(const Allocation& allocation) {
    std::vector<std::uint32_t> buckets(allocation.node_count());
    std::uint64_t first_node = 0;
    for (std::uint32_t p = 0; p < allocation.populations.size(); ++p) {
        const Positions positions(allocation.populations[p].ids);
        for (const Share& share : shares_of(allocation, p)) {
            const std::uint32_t bucket = share.rank * allocation.cycles + share.cycle;
            for (const Range& range : share.node_ids.ranges()) {
                const auto first =
                    buckets.begin() + static_cast<std::ptrdiff_t>(first_node + positions.of(range.first));
                std::fill_n(first, range.size(), bucket);
            }
        }
        first_node += allocation.populations[p].ids.size();
    }
    return buckets;
}

Selection ids_of_rank(const Allocation& allocation, std::uint32_t population, std::uint32_t rank) {
    std::vector<Range> ranges;
    for (const Share& share : shares_of(allocation, population)) {
        if (share.rank != rank) continue;
        ranges.insert(ranges.end(), share.node_ids.ranges().begin(), share.node_ids.ranges().end());
    }
    return Selection::of_ranges(std::move(ranges));
}

}  // namespace simdrive::balance
