#pragma once

#include <span>
#include <vector>

#include "base/spike.hpp"
#include "mpi/word_gather.hpp"

namespace simdrive::engine {

/// Puts sorted lists together into one: merges them two by two. `lists` is used up.
void merge_sorted(std::vector<std::span<const PackedSpike>>& lists, std::vector<PackedSpike>& out,
                  std::vector<PackedSpike>& scratch);

/// Brings the spikes of an epoch to all ranks, in the canonical order (step, source). From here on it does
/// not show who owns what. A request to stop travels along, so that all ranks stop at the same step.
class Exchange {
  public:
    explicit Exchange(const mpi::Communicator& comm) : gather_(comm) {}

    /// Collective. The spikes of all ranks; they live until the next call. `own`: this rank's spikes, sorted.
    std::span<const PackedSpike> run(std::span<const PackedSpike> own, bool stop);
    /// Collective. The same in two parts, between which other work may be done. `own` is copied.
    void begin(std::span<const PackedSpike> own, bool stop);
    std::span<const PackedSpike> end();
    /// Lets an exchange that has begun go on.
    void progress() { gather_.progress(); }
    /// Whether any rank asked to stop in the exchange that ended last.
    bool stop_requested() const { return gather_.flag(); }

  private:
    void pack(std::span<const PackedSpike> own);
    std::span<const PackedSpike> merged();

    mpi::WordGather gather_;
    std::vector<std::uint64_t> words_;
    std::vector<PackedSpike> received_;
    std::vector<std::span<const PackedSpike>> lists_;
    std::vector<PackedSpike> all_;
    std::vector<PackedSpike> scratch_;
};

}  // namespace simdrive::engine
