#include "balance/packed_buckets.hpp"

#include "base/error.hpp"

namespace simdrive::balance {

namespace {

void check_total(std::span<const std::uint64_t> weights, const char* what) {
    std::uint64_t total = 0;
    for (const auto weight : weights) {
        if (__builtin_add_overflow(total, weight, &total))
            throw MemoryError(std::string("the nodes of the circuit need more ") + what + " than 2^64");
    }
}

/// Where the items of each rank end, and the items grouped by rank, each group in the order of `order`.
struct ByRank {
    std::vector<std::size_t> past;
    std::vector<std::uint64_t> items;
};

ByRank group_by_rank(std::span<const std::uint64_t> order, std::span<const std::uint32_t> rank_of,
                     std::uint32_t ranks) {
    std::vector<std::size_t> place(ranks + std::size_t{1}, 0);
    for (const auto rank : rank_of) ++place[rank + std::size_t{1}];
    for (std::size_t rank = 0; rank < ranks; ++rank) place[rank + 1] += place[rank];
    std::vector<std::uint64_t> items(order.size());
    for (const auto item : order) items[place[rank_of[item]]++] = item;
    return {std::move(place), std::move(items)};
}

}  // namespace

std::vector<std::uint32_t> packed_buckets(const NodeWeights& weights, Aim aim, std::uint32_t ranks,
                                          std::uint32_t cycles) {
    check_total(weights.bytes, "bytes");
    check_total(weights.work, "ns a second");
    const auto order = packing_order(weights, aim);
    std::vector<std::uint32_t> buckets(weights.bytes.size());
    pack(order, weights, aim, ranks, buckets);
    if (cycles == 1) return buckets;
    const ByRank groups = group_by_rank(order, buckets, ranks);
    std::size_t first = 0;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto items = std::span(groups.items).subspan(first, groups.past[rank] - first);
        pack(items, weights, Aim::bytes, cycles, buckets);
        for (const auto item : items) buckets[item] += rank * cycles;
        first = groups.past[rank];
    }
    return buckets;
}

}  // namespace simdrive::balance
