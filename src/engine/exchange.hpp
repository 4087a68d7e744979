#pragma once

#include <vector>

#include "base/spike.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::engine {

/// Brings the spikes of an epoch to all ranks, in the canonical order (step, source). From here on it does
/// not show who owns what. A request to stop travels along, so that all ranks stop at the same step.
class Exchange {
  public:
    explicit Exchange(const mpi::Communicator& comm) : comm_(comm) {}

    /// Collective. `own`: this rank's spikes, in any order; is sorted. The result lives until the next call.
    std::span<const PackedSpike> run(std::vector<PackedSpike>& own, bool stop);
    /// Whether any rank asked to stop in the last call of run().
    bool stop_requested() const { return stop_requested_; }

  private:
    const mpi::Communicator& comm_;
    std::vector<PackedSpike> all_;
    bool stop_requested_ = false;
};

}  // namespace simdrive::engine
