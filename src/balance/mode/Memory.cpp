#include "balance/load_balance_mode.hpp"
#include "balance/packing.hpp"
#include "base/error.hpp"

namespace simdrive {

namespace {

void check_total(std::span<const std::uint64_t> bytes) {
    std::uint64_t total = 0;
    for (const auto b : bytes) {
        if (__builtin_add_overflow(total, b, &total)) {
            throw MemoryError("the nodes of the circuit need more bytes than memory has addresses (2^64)");
        }
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

/// One packing over all nodes: heaviest first, each to the rank that holds least; then, inside each rank, the
/// same over its cycles. Ranks come first so that what a rank holds in the end is balanced as well as can be.
class Memory final : public balance::LoadBalanceMode {
  public:
    std::string_view summary() const override { return "even out the bytes of ranks: heaviest node first"; }
    bool needs_weights() const override { return true; }
    std::vector<std::uint32_t> assign(std::span<const std::uint64_t> bytes, std::uint32_t ranks,
                                      std::uint32_t cycles) const override {
        check_total(bytes);
        const auto order = balance::heaviest_first(bytes);
        std::vector<std::uint32_t> buckets(bytes.size());
        balance::pack(order, bytes, ranks, buckets);
        if (cycles == 1) return buckets;
        const ByRank groups = group_by_rank(order, buckets, ranks);
        std::size_t first = 0;
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            const auto items = std::span(groups.items).subspan(first, groups.past[rank] - first);
            balance::pack(items, bytes, cycles, buckets);
            for (const auto item : items) buckets[item] += rank * cycles;
            first = groups.past[rank];
        }
        return buckets;
    }
};

}  // namespace

const balance::LoadBalanceMode& load_balance_mode_Memory() {
    static const Memory mode;
    return mode;
}

}  // namespace simdrive
