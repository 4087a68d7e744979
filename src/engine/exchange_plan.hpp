#pragma once

#include <memory>
#include <optional>
#include <span>

#include "engine/rank_nodes.hpp"
#include "engine/target_ranks.hpp"
#include "engine/thread_share.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::engine {

/// Which ranks a spike goes to. The spikes of a run do not depend on it.
enum class ExchangeKind {
    to_all,     ///< every rank: one collective call an epoch
    to_targets  ///< those where its source has targets: a message to each of them
};

/// Sources that have targets on any of the threads of this rank: a bit for each of the circuit's gids.
std::vector<std::uint64_t> sources_with_targets(std::span<const std::unique_ptr<ThreadShare>> shares,
                                                std::uint64_t gids);

/// Whether sending spikes to their targets alone saves more time in an epoch than its messages cost, by a
/// model of costs: the spikes that a rank need not receive, merge and look up, against one message to each
/// receiver. `sources`: gids of the circuit; `epoch_ms`: between two exchanges.
bool pays_to_targets(const TargetSpread& spread, std::uint64_t sources, std::uint32_t ranks, double epoch_ms);

/// Where a circuit's spikes go.
struct ExchangePlan {
    double share = 1;                    ///< of the other ranks that a spike has to reach, on average
    std::optional<TargetRanks> targets;  ///< none: spikes go to all ranks
};

/// Collective. `kind`: as the user wants it; none: by pays_to_targets(). `nodes` outlives the plan.
ExchangePlan plan_exchange(std::span<const std::unique_ptr<ThreadShare>> shares, const RankNodes& nodes,
                           std::span<const std::uint32_t> bucket_of, std::optional<ExchangeKind> kind,
                           double epoch_ms, const mpi::Communicator& comm);

}  // namespace simdrive::engine
