#pragma once

#include <vector>

#include "base/spike.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::engine {

enum class SpikeOrder { by_time, by_id };

/// Collective. Shares out the spikes of all ranks anew, so that each rank holds one sorted piece and the
/// pieces follow each other in the order of ranks. by_time: (step, gid); by_id: (gid, step). Which spikes
/// stand where in the whole does not depend on the number of ranks.
std::vector<Spike> in_global_order(const std::vector<Spike>& own, SpikeOrder order,
                                   const mpi::Communicator& comm);

}  // namespace simdrive::engine
