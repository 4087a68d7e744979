#pragma once

#include <simdrive/options.hpp>

#include <cstdint>
#include <string>

#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// The nodes that a suggestion is made for: this machine's, as its cgroup and Slurm limit it, unless options
/// say otherwise.
struct PlannedMachine {
    std::uint32_t ranks_per_node = 1;
    std::uint64_t memory = 0;  ///< bytes of a node
    std::string memory_source;
};
PlannedMachine planned_machine(const Options& options);

/// Collective. What the program takes before it has read anything (MPI, HDF5, code), measured as the resident
/// memory of the largest rank and rounded up to 8 MiB, so that two dry runs print the same. Call it first.
std::uint64_t program_memory(const mpi::Communicator& comm);

}  // namespace simdrive::driver
