#pragma once

#include <simdrive/options.hpp>

#include "base/error.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// Collective. --check: reads everything that a run would read, edges included, and prints every problem at
/// once; allocates nothing. Returns ExitCode::data where there is one.
ExitCode check(const Options& options, const mpi::Communicator& comm);

}  // namespace simdrive::driver
