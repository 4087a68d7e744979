#pragma once

#include <simdrive/options.hpp>

#include "base/error.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// Collective. Pass two: allocation, construction, simulation, spikes, summary. Returns ExitCode::done, or
/// ExitCode::stopped where a signal ended the run early.
ExitCode run_simulation(const Options& options, const mpi::Communicator& comm);

}  // namespace simdrive::driver
