#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace simdrive::memory {

/// The nodes from which this process may take memory, ascending; {0} where the kernel does not say.
std::vector<int> numa_nodes();
/// The node of the processor on which the calling thread is running; 0 where the kernel does not say.
int node_of_this_cpu();
/// The node that holds every processor on which the calling thread may run; none where these lie on several
/// nodes.
std::optional<int> node_of_bound_thread();

/// Where the pages of `region` are: node → pages, for at most `samples` pages evenly spread. Pages that have
/// not been touched, or cannot be asked about, are counted under -errno (-2: not there). Empty where the
/// kernel refuses.
std::map<int, std::size_t> pages_on_nodes(std::span<const std::byte> region, std::size_t samples = 256);

/// Counters of /proc/vmstat since boot: of the whole machine, all users. Let one rank per node read them.
struct BalancingCounters {
    std::uint64_t pte_updates = 0;
    std::uint64_t huge_pte_updates = 0;
    std::uint64_t hint_faults = 0;
    std::uint64_t hint_faults_local = 0;
    std::uint64_t pages_migrated = 0;

    friend BalancingCounters operator-(const BalancingCounters& a, const BalancingCounters& b);
};

/// Empty where this kernel counts none of it.
std::optional<BalancingCounters> balancing_counters(const std::filesystem::path& root = "/");

}  // namespace simdrive::memory
