#pragma once

#include <simdrive/options.hpp>

#include "mpi/communicator.hpp"
#include "report/memory_tables.hpp"

namespace simdrive::driver {

/// Collective. To be called before anything is built. Compares what the ranks of each node will still take
/// with what the node can give to all of them: what its kernel and cgroup have left, and its memory, or
/// Slurm's part of it, or --node-memory, less what the ranks hold. Where a node cannot, all ranks throw the
/// same AgreedError (ExitCode::memory), which names the node and says what is missing and which numbers of
/// ranks or cycles would do; with --ignore-memory-limit that is a warning. `rank`: of the estimate, that this
/// process will build.
void check_memory(const Options& options, const report::MemoryEstimate& estimate, std::uint32_t rank,
                  const mpi::Communicator& comm);

}  // namespace simdrive::driver
