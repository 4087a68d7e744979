#pragma once

#include <simdrive/options.hpp>

#include "base/error.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// Builds on this process the share that rank --rehearse-rank of --num-target-ranks would hold, and prints
/// what was estimated beside what it takes. With --rehearse-time, advances it against spikes drawn at
/// --rehearse-rate in place of those that other ranks would send, and prints the seconds of each phase.
/// UsageError on several MPI ranks, for a rank that is none of the target's, and without their number.
ExitCode rehearse(const Options& options, const mpi::Communicator& comm);

}  // namespace simdrive::driver
