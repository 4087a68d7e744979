#include "memory/machine.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/text.hpp"
#include "memory/cgroup.hpp"
#include "memory/proc_file.hpp"

namespace simdrive::memory {
namespace {

constexpr std::uint64_t kibibyte = 1024;
constexpr std::uint64_t mebibyte = 1024 * kibibyte;

std::optional<std::uint64_t> number_from(const Surroundings& surroundings, const char* variable) {
    const auto text = surroundings.environment(variable);
    return text ? parse_number(trim(*text)) : std::nullopt;
}

std::optional<Bound> from_meminfo(const Surroundings& surroundings, const char* key) {
    const auto kib = number_after(surroundings.root / "proc/meminfo", fmt::format("{}:", key));
    if (!kib) return std::nullopt;
    return Bound{*kib * kibibyte, key};
}

/// Slurm counts in MiB; 0 means all of the node.
std::optional<Bound> from_slurm(const Surroundings& surroundings) {
    const auto per_node = number_from(surroundings, "SLURM_MEM_PER_NODE");
    if (per_node && *per_node > 0) return Bound{*per_node * mebibyte, "SLURM_MEM_PER_NODE"};
    const auto per_cpu = number_from(surroundings, "SLURM_MEM_PER_CPU");
    const auto cpus = number_from(surroundings, "SLURM_CPUS_ON_NODE");
    if (!per_cpu || !cpus || *per_cpu == 0 || *cpus == 0) return std::nullopt;
    return Bound{*per_cpu * *cpus * mebibyte, "SLURM_MEM_PER_CPU × SLURM_CPUS_ON_NODE"};
}

/// Open MPI and Slurm bind each rank to a part of the node: its affinity then says nothing about the node.
bool launched_as_rank(const Surroundings& surroundings) {
    const auto is_set = [&](const char* variable) { return surroundings.environment(variable).has_value(); };
    return is_set("OMPI_COMM_WORLD_RANK") || is_set("PMI_RANK") || is_set("PMIX_RANK") ||
           is_set("SLURM_PROCID");
}

std::set<int> online_cpus(const Surroundings& surroundings) {
    const auto line = first_line(surroundings.root / "sys/devices/system/cpu/online");
    const auto numbers = parse_list(line.value_or(""));
    return {numbers.begin(), numbers.end()};
}

std::set<int> affinity(const Surroundings& surroundings) {
    for (const auto& line : all_lines(surroundings.root / "proc/self/status")) {
        constexpr std::string_view key = "Cpus_allowed_list:";
        if (!line.starts_with(key)) continue;
        const auto numbers = parse_list(std::string_view(line).substr(key.size()));
        return {numbers.begin(), numbers.end()};
    }
    return {};
}

void intersect(std::set<int>& cpus, const std::set<int>& allowed) {
    if (!allowed.empty()) std::erase_if(cpus, [&](int cpu) { return !allowed.contains(cpu); });
}

unsigned distinct_cores(const Surroundings& surroundings, const std::set<int>& cpus) {
    std::set<std::string> cores;
    for (const int cpu : cpus) {
        const auto topology = surroundings.root / fmt::format("sys/devices/system/cpu/cpu{}/topology", cpu);
        cores.insert(first_line(topology / "thread_siblings_list").value_or(std::to_string(cpu)));
    }
    return static_cast<unsigned>(std::max<std::size_t>(1, cores.size()));
}

void count_cores(Machine& machine, const Surroundings& surroundings, const CgroupLimits& cgroup) {
    auto cpus = online_cpus(surroundings);
    if (cpus.empty()) cpus = affinity(surroundings);
    intersect(cpus, {cgroup.cpuset.begin(), cgroup.cpuset.end()});
    if (!launched_as_rank(surroundings)) intersect(cpus, affinity(surroundings));

    auto most = static_cast<std::uint64_t>(std::max<std::size_t>(1, cpus.size()));
    if (cgroup.cpus) most = std::min<std::uint64_t>(most, *cgroup.cpus);
    if (const auto slurm = number_from(surroundings, "SLURM_CPUS_ON_NODE"); slurm && *slurm > 0) {
        most = std::min(most, *slurm);
    }
    machine.logical_cores = static_cast<unsigned>(most);
    machine.physical_cores = std::min(machine.logical_cores, distinct_cores(surroundings, cpus));
    machine.ranks_per_node = machine.physical_cores;
}

}  // namespace

std::optional<std::string> Surroundings::process_environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string Machine::text() const {
    return fmt::format("{} core{} ({} hardware thread{}), {} ({})", physical_cores,
                       physical_cores == 1 ? "" : "s", logical_cores, logical_cores == 1 ? "" : "s",
                       format_bytes(static_cast<double>(memory_bytes)), memory_source);
}

Machine this_machine(const Surroundings& surroundings) {
    Machine machine;
    const auto cgroup = cgroup_limits(surroundings.root);
    count_cores(machine, surroundings, cgroup);
    const auto slurm = from_slurm(surroundings);
    const auto memory = least(least(from_meminfo(surroundings, "MemTotal"), cgroup.memory), slurm);
    if (memory) {
        machine.memory_bytes = memory->bytes;
        machine.memory_source = memory->source;
    }
    const auto available = least(least(from_meminfo(surroundings, "MemAvailable"), cgroup.available), slurm);
    if (available) {
        machine.available_bytes = available->bytes;
        machine.available_source = available->source;
    }
    return machine;
}

}  // namespace simdrive::memory
