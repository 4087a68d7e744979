#include "engine/exchange_plan.hpp"

#include "engine/source_index.hpp"

namespace simdrive::engine {

namespace {

// What the model of costs assumes; docs/performance.md tells what was measured.
constexpr double spikes_per_source_and_ms = 0.005;
constexpr double ns_per_spike = 10;
constexpr double ns_per_message = 1000;

/// Of the other ranks, those that a source has targets on, on average.
double mean_share(const TargetSpread& spread, std::uint64_t sources, std::uint32_t ranks) {
    if (sources == 0 || ranks < 2) return 1;
    return static_cast<double>(spread.pairs) / (static_cast<double>(sources) * (ranks - 1));
}

}  // namespace

std::vector<std::uint64_t> sources_with_targets(std::span<const std::unique_ptr<ThreadShare>> shares,
                                                std::uint64_t gids) {
    constexpr auto of_word = SourceIndex::gids_of_word;
    std::vector<std::uint64_t> bits((gids + of_word - 1) / of_word);
    for (const auto& share : shares) {
        for (std::uint64_t w = 0; w < bits.size(); ++w) bits[w] |= share->table().sources(w * of_word);
    }
    return bits;
}

bool pays_to_targets(const TargetSpread& spread, std::uint64_t sources, std::uint32_t ranks,
                     double epoch_ms) {
    const double spikes = static_cast<double>(sources) * spikes_per_source_and_ms * epoch_ms;
    const double saved = spikes * (1 - mean_share(spread, sources, ranks)) * ns_per_spike;
    return saved > static_cast<double>(spread.most_receivers) * ns_per_message;
}

ExchangePlan plan_exchange(std::span<const std::unique_ptr<ThreadShare>> shares, const RankNodes& nodes,
                           std::span<const std::uint32_t> bucket_of, std::optional<ExchangeKind> kind,
                           double epoch_ms, const mpi::Communicator& comm) {
    ExchangePlan plan;
    const auto ranks = static_cast<std::uint32_t>(comm.size());
    if (ranks == 1 || kind == ExchangeKind::to_all) return plan;
    const std::uint64_t sources = bucket_of.size();
    const WantedSources wanted{sources_with_targets(shares, sources), bucket_of, nodes.cycles()};
    const TargetSpread spread(wanted, comm);
    plan.share = mean_share(spread, sources, ranks);
    if (kind == ExchangeKind::to_targets || pays_to_targets(spread, sources, ranks, epoch_ms))
        plan.targets.emplace(wanted, spread, nodes.gids(), comm);
    return plan;
}

}  // namespace simdrive::engine
