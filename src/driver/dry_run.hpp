#pragma once

#include <simdrive/options.hpp>

#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// Collective. Pass one: scans the circuit, estimates the bytes of every node and every rank, prints the
/// tables and a suggestion, writes cell_memory_usage.json.gz and the allocation for the target ranks.
void dry_run(const Options& options, const mpi::Communicator& comm);

}  // namespace simdrive::driver
