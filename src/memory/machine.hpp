#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace simdrive::memory {

/// Where facts about the machine are read from; tests put a made-up tree and environment here.
struct Surroundings {
    std::filesystem::path root = "/";
    std::function<std::optional<std::string>(const char* variable)> environment = process_environment;

    static std::optional<std::string> process_environment(const char* variable);
};

/// What one node gives to this job. The only place where cores and ranks per node are defined.
struct Machine {
    /// Hardware threads of this node that the job may use: its cpuset, Slurm's share and the CPU quota, and
    /// the affinity mask, unless a launcher of MPI ranks has set it (then it says what one rank may use).
    unsigned logical_cores = 1;
    /// The distinct cores that these belong to.
    unsigned physical_cores = 1;
    /// Ranks of one thread each that a node gets by default: one per physical core.
    unsigned ranks_per_node = 1;
    /// The least of the node's memory, the limits of the cgroups around this process, and Slurm's.
    std::uint64_t memory_bytes = 0;
    std::string memory_source;  ///< "MemTotal", "cgroup limit of /a/b", "SLURM_MEM_PER_NODE"
    /// What can still be taken now: MemAvailable, or what is left under the tightest cgroup limit.
    std::uint64_t available_bytes = 0;
    std::string available_source;

    /// "2 cores (2 hardware threads), 23.4 GiB (MemTotal)".
    std::string text() const;
};

Machine this_machine(const Surroundings& surroundings = {});

}  // namespace simdrive::memory
