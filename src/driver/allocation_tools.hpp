#pragma once

#include <simdrive/options.hpp>

#include "base/error.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// `simdrive allocation show FILE`: header, distribution and histogram of an allocation file, by rank 0.
ExitCode show_allocation(const Options& options, const mpi::Communicator& comm);

/// `simdrive allocation rebalance FILE`: an allocation for other ranks and cycles from
/// cell_memory_usage.json.gz, without reading the circuit.
ExitCode rebalance(const Options& options, const mpi::Communicator& comm);

/// Collective. `simdrive allocation check CONFIG FILE`: whether a run of CONFIG, on as many ranks and cycles
/// as the file is for, would use it. DataError where not, with the reason.
ExitCode check_allocation(const Options& options, const mpi::Communicator& comm);

}  // namespace simdrive::driver
