#include "memory/numa_pages.hpp"

#include <numa.h>
#include <numaif.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "memory/node_mask.hpp"

namespace simdrive::memory {

std::vector<int> numa_nodes() {
    NodeMask mask;
    int mode = 0;
    if (get_mempolicy(&mode, mask.data(), NodeMask::size_for_kernel, nullptr, MPOL_F_MEMS_ALLOWED) != 0)
        return {0};
    auto nodes = mask.nodes();
    return nodes.empty() ? std::vector<int>{0} : nodes;
}

int node_of_this_cpu() {
    unsigned cpu = 0;
    unsigned node = 0;
    return getcpu(&cpu, &node) == 0 ? static_cast<int>(node) : 0;
}

std::optional<int> node_of_bound_thread() {
    cpu_set_t allowed;
    if (numa_available() < 0 || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return std::nullopt;
    std::optional<int> found;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &allowed)) continue;
        const int node = numa_node_of_cpu(cpu);
        if (node < 0 || (found && *found != node)) return std::nullopt;
        found = node;
    }
    return found;
}

std::map<int, std::size_t> pages_on_nodes(std::span<const std::byte> region, std::size_t samples) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(region.data()) / page;
    const auto end = (reinterpret_cast<std::uintptr_t>(region.data()) + region.size() + page - 1) / page;
    const auto count = region.empty() ? 0 : std::min<std::size_t>(samples, end - begin);
    std::map<int, std::size_t> found;
    if (count == 0) return found;

    std::vector<void*> addresses;
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = begin + (end - begin) * i / count;
        addresses.push_back(reinterpret_cast<void*>(number * page));  // NOLINT(performance-no-int-to-ptr)
    }
    std::vector<int> status(count);
    if (move_pages(0, count, addresses.data(), nullptr, status.data(), 0) != 0) return found;
    for (const int node : status) ++found[node];
    return found;
}

BalancingCounters operator-(const BalancingCounters& a, const BalancingCounters& b) {
    return {.pte_updates = a.pte_updates - b.pte_updates,
            .huge_pte_updates = a.huge_pte_updates - b.huge_pte_updates,
            .hint_faults = a.hint_faults - b.hint_faults,
            .hint_faults_local = a.hint_faults_local - b.hint_faults_local,
            .pages_migrated = a.pages_migrated - b.pages_migrated};
}

std::optional<BalancingCounters> balancing_counters(const std::filesystem::path& root) {
    BalancingCounters counters;
    const std::map<std::string, std::uint64_t*> wanted{
        {"numa_pte_updates", &counters.pte_updates},
        {"numa_huge_pte_updates", &counters.huge_pte_updates},
        {"numa_hint_faults", &counters.hint_faults},
        {"numa_hint_faults_local", &counters.hint_faults_local},
        {"numa_pages_migrated", &counters.pages_migrated}};
    std::ifstream file(root / "proc/vmstat");
    bool any = false;
    std::string key;
    for (std::uint64_t value = 0; file >> key >> value;) {
        if (const auto row = wanted.find(key); row != wanted.end()) {
            *row->second = value;
            any = true;
        }
    }
    return any ? std::optional(counters) : std::nullopt;
}

}  // namespace simdrive::memory
