#include "memory/cgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.hpp"
#include "memory/proc_file.hpp"

namespace simdrive::memory {
namespace {

namespace fs = std::filesystem;

/// How one version of control groups spells it.
struct Dialect {
    const char* limit;
    const char* usage;
    const char* reclaimable;  // key in memory.stat
};
constexpr Dialect version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr Dialect version_2{"memory.max", "memory.current", "inactive_file"};

/// Visits the group's folder and every folder above it up to the mount point. In a container the path may be
/// the host's and not exist below the mount: the levels that do exist still hold.
void walk_up(const fs::path& mount, const std::string& group,
             const std::function<void(const fs::path&)>& visit) {
    auto relative = fs::path(group).relative_path().lexically_normal();
    while (true) {
        visit(relative.empty() ? mount : mount / relative);
        if (relative.empty()) return;
        relative = relative.parent_path();
    }
}

void add_memory(CgroupLimits& limits, const Dialect& dialect, const fs::path& folder,
                const std::string& shown) {
    const auto limit = number_in(folder / dialect.limit);  // "max" is no number
    constexpr std::uint64_t unlimited = 1ULL << 60U;       // version 1 writes a number near 2⁶³
    if (!limit || *limit >= unlimited) return;
    limits.memory = least(limits.memory, Bound{*limit, fmt::format("cgroup limit of {}", shown)});
    const auto usage = number_in(folder / dialect.usage);
    if (!usage) return;
    const auto reclaimable =
        number_after(folder / "memory.stat", fmt::format("{} ", dialect.reclaimable)).value_or(0);
    const auto used = *usage - std::min(*usage, reclaimable);
    limits.available = least(
        limits.available,
        Bound{*limit - std::min(*limit, used), fmt::format("left under the cgroup limit of {}", shown)});
}

void add_quota(CgroupLimits& limits, std::optional<std::uint64_t> quota,
               std::optional<std::uint64_t> period) {
    if (!quota || !period || *period == 0) return;  // "max" or -1: none
    const auto cpus = static_cast<unsigned>(std::max<std::uint64_t>(1, (*quota + *period - 1) / *period));
    limits.cpus = std::min(limits.cpus.value_or(cpus), cpus);
}

/// The deepest level that says something.
void add_cpuset(CgroupLimits& limits, const fs::path& file) {
    if (!limits.cpuset.empty()) return;
    if (const auto line = first_line(file)) limits.cpuset = parse_list(*line);
}

void add_version_2(CgroupLimits& limits, const fs::path& mount, const std::string& group) {
    walk_up(mount, group, [&](const fs::path& folder) {
        add_memory(limits, version_2, folder, "/" + folder.lexically_relative(mount).generic_string());
        if (const auto line = first_line(folder / "cpu.max")) {
            const auto words = split(*line, ' ');
            if (words.size() == 2) add_quota(limits, parse_number(words[0]), parse_number(words[1]));
        }
        add_cpuset(limits, folder / "cpuset.cpus.effective");
    });
}

void add_version_1(CgroupLimits& limits, const fs::path& mounts, const std::string& controllers,
                   const std::string& group) {
    for (const auto& controller : split(controllers, ',')) {
        const auto mount = mounts / controller;
        walk_up(mount, group, [&](const fs::path& folder) {
            if (controller == "memory") {
                add_memory(limits, version_1, folder,
                           "/" + folder.lexically_relative(mount).generic_string());
            } else if (controller == "cpu") {
                add_quota(limits, number_in(folder / "cpu.cfs_quota_us"),
                          number_in(folder / "cpu.cfs_period_us"));
            } else if (controller == "cpuset") {
                add_cpuset(limits, folder / "cpuset.effective_cpus");
                add_cpuset(limits, folder / "cpuset.cpus");
            }
        });
    }
}

}  // namespace

std::optional<Bound> least(std::optional<Bound> a, std::optional<Bound> b) {
    if (!a) return b;
    if (!b) return a;
    return b->bytes < a->bytes ? b : a;
}

CgroupLimits cgroup_limits(const fs::path& root) {
    CgroupLimits limits;
    const auto mounts = root / "sys/fs/cgroup";
    for (const auto& line : all_lines(root / "proc/self/cgroup")) {
        // hierarchy:controllers:group, and the group may hold colons
        const auto first = line.find(':');
        const auto second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const auto controllers = line.substr(first + 1, second - first - 1);
        const auto group = line.substr(second + 1);
        if (controllers.empty()) {
            add_version_2(limits, mounts, group);
            add_version_2(limits, mounts / "unified", group);
        } else {
            add_version_1(limits, mounts, controllers, group);
        }
    }
    return limits;
}

}  // namespace simdrive::memory
