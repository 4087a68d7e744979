#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/spike.hpp"
#include "engine/target_ranks.hpp"
#include "mpi/neighbour_exchange.hpp"
#include "mpi/word_gather.hpp"

namespace simdrive::engine {

/// Puts sorted lists together into one: merges them two by two. `lists` is used up.
void merge_sorted(std::vector<std::span<const PackedSpike>>& lists, std::vector<PackedSpike>& out,
                  std::vector<PackedSpike>& scratch);

/// Brings the spikes of an epoch to all ranks, or to those where their sources have targets, in the canonical
/// order (step, source). From here on it does not show who owns what. A request to stop travels along, so
/// that all ranks stop at the same step.
class Exchange {
  public:
    /// Collective. `targets`: where this rank's spikes go; null, on all ranks or none: to every rank. It
    /// outlives the exchange.
    Exchange(const mpi::Communicator& comm, const TargetRanks* targets);

    /// Collective. The spikes of all ranks, or those that have targets here and this rank's own. `own`: this
    /// rank's spikes, sorted. The result lives until the next call, and no longer than `own`.
    std::span<const PackedSpike> run(std::span<const PackedSpike> own, bool stop);
    /// Collective. The same in two parts, between which other work may be done. `own` is copied.
    void begin(std::span<const PackedSpike> own, bool stop);
    std::span<const PackedSpike> end();
    /// Lets an exchange that has begun go on.
    void progress();
    /// Whether any rank asked to stop in the exchange that ended last.
    bool stop_requested() const { return stop_requested_; }

  private:
    void pack(std::span<const PackedSpike> own);
    std::span<const PackedSpike> merged(std::span<const std::span<const std::uint64_t>> lists);

    const TargetRanks* targets_;
    bool alone_;
    std::optional<mpi::NeighbourExchange> to_targets_;
    mpi::WordGather to_all_;
    bool stop_requested_ = false;
    std::vector<std::uint64_t> words_;                      // this rank's
    std::vector<std::span<const std::uint64_t>> with_own_;  // those received, and words_
    std::vector<PackedSpike> received_;                     // lists end to end
    std::vector<std::span<const PackedSpike>> lists_;
    std::vector<PackedSpike> all_;
    std::vector<PackedSpike> scratch_;
};

}  // namespace simdrive::engine
