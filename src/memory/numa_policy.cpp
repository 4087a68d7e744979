#include "memory/numa_policy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numaif.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "memory/node_mask.hpp"

// Newer than some headers, or in none.
#ifndef MPOL_F_NUMA_BALANCING
#define MPOL_F_NUMA_BALANCING (1 << 13)
#endif
#ifndef MPOL_F_RELATIVE_NODES
#define MPOL_F_RELATIVE_NODES (1 << 14)
#endif
#ifndef MPOL_F_STATIC_NODES
#define MPOL_F_STATIC_NODES (1 << 15)
#endif

namespace simdrive::memory {
namespace {

constexpr int all_flags = MPOL_F_STATIC_NODES | MPOL_F_RELATIVE_NODES | MPOL_F_NUMA_BALANCING;

std::optional<int> kernel_mode() {
    std::ifstream file("/proc/sys/kernel/numa_balancing");
    int mode = 0;
    if (file >> mode) return mode;
    return std::nullopt;
}

/// 0 or errno.
int set_policy(int mode, const NodeMask& nodes) {
    const bool empty = nodes.nodes().empty();
    const int result =
        set_mempolicy(mode, empty ? nullptr : nodes.data(), empty ? 0 : NodeMask::size_for_kernel);
    return result == 0 ? 0 : errno;
}

int turn_off(const ThreadPolicy& before) {
    // Somebody bound the job to nodes and had it balanced: keep the nodes.
    if (before.mode == MPOL_BIND) return set_policy(MPOL_BIND, NodeMask(before.nodes));
    const int error = set_policy(MPOL_LOCAL, {});
    return error == EINVAL ? set_policy(MPOL_PREFERRED, {}) : error;  // the same, before Linux 3.8
}

int turn_on(const ThreadPolicy& before) {
    NodeMask nodes(before.nodes);
    if (before.mode != MPOL_BIND) {
        int mode = 0;
        if (get_mempolicy(&mode, nodes.data(), NodeMask::size_for_kernel, nullptr, MPOL_F_MEMS_ALLOWED) !=
            0) {
            return errno;
        }
    }
    return set_policy(MPOL_BIND | MPOL_F_NUMA_BALANCING, nodes);
}

std::string why_refused(int error, NumaBalancing wanted) {
    if (error == EPERM) return "not controllable: the system forbids it (a container's seccomp profile?)";
    if (error == ENOSYS) return "not controllable: this kernel has no NUMA support";
    if (error == EINVAL && wanted == NumaBalancing::on) return "not controllable: needs Linux 5.12 or newer";
    return fmt::format("not controllable: {}", std::strerror(error));
}

std::string mode_name(int mode) {
    switch (mode) {
        case MPOL_DEFAULT:
            return "default";
        case MPOL_PREFERRED:
            return "preferred";
        case MPOL_BIND:
            return "bind";
        case MPOL_INTERLEAVE:
            return "interleave";
        case MPOL_LOCAL:
            return "local";
        case MPOL_PREFERRED_MANY:
            return "preferred-many";
        default:
            return fmt::format("policy {}", mode);
    }
}

std::string kernel_mode_text(std::optional<int> mode) {
    if (!mode) return "kernel without it";
    if (*mode == 0) return "kernel's switch 0 (off)";
    const char* kind = *mode == 1 ? "normal" : *mode == 2 ? "tiering" : "normal and tiering";
    return fmt::format("kernel's switch {} ({})", *mode, kind);
}

/// Changes the thread's policy if that is needed and allowed; says why it could not be.
std::string change_policy(NumaBalancing wanted, bool asked, const ThreadPolicy& before) {
    if (!before.readable()) return why_refused(before.error, wanted);
    const bool off = wanted == NumaBalancing::off;
    if (off ? before.exempt_from_scans() : (before.flags & MPOL_F_NUMA_BALANCING) != 0) return "";
    if (!before.is_default() && !asked) {
        return fmt::format("it was set from outside and is respected; --numa-balancing={} changes it",
                           name(wanted));
    }
    const int error = off ? turn_off(before) : turn_on(before);
    return error == 0 ? "" : why_refused(error, wanted);
}

}  // namespace

std::string_view name(NumaBalancing balancing) {
    switch (balancing) {
        case NumaBalancing::off:
            return "off";
        case NumaBalancing::on:
            return "on";
        case NumaBalancing::inherit:
            break;
    }
    return "inherit";
}

NumaBalancing parse_numa_balancing(std::string_view text) {
    for (const auto balancing : {NumaBalancing::off, NumaBalancing::on, NumaBalancing::inherit}) {
        if (text == name(balancing)) return balancing;
    }
    throw UsageError(fmt::format("--numa-balancing=\"{}\": expected off, on or inherit", text));
}

bool ThreadPolicy::is_default() const {
    return readable() && mode == MPOL_DEFAULT;
}

bool ThreadPolicy::exempt_from_scans() const {
    return readable() && mode != MPOL_DEFAULT && (flags & MPOL_F_NUMA_BALANCING) == 0;
}

std::string ThreadPolicy::text() const {
    if (!readable()) return fmt::format("unreadable ({})", std::strerror(error));
    // How kernels before 5.14 report MPOL_LOCAL.
    if (mode == MPOL_PREFERRED && nodes.empty()) return "local";
    std::string text = mode_name(mode);
    if (!nodes.empty()) text += fmt::format(" {}", fmt::join(nodes, ","));
    if ((flags & MPOL_F_NUMA_BALANCING) != 0) text += " with balancing";
    return text;
}

ThreadPolicy current_thread_policy() {
    ThreadPolicy policy;
    NodeMask nodes;
    int mode = 0;
    if (get_mempolicy(&mode, nodes.data(), NodeMask::size_for_kernel, nullptr, 0) != 0) {
        policy.error = errno;
        return policy;
    }
    policy.mode = mode & ~all_flags;
    policy.flags = mode & all_flags;
    policy.nodes = nodes.nodes();
    return policy;
}

bool PolicyReport::balancing_is_off() const {
    return kernel_mode.value_or(0) == 0 || after.exempt_from_scans();
}

std::string PolicyReport::text() const {
    std::string text =
        fmt::format("NUMA balancing {} (wanted: {}; {}; policy {}", balancing_is_off() ? "off" : "on",
                    name(wanted), kernel_mode_text(kernel_mode), before.text());
    if (after != before) text += fmt::format(" → {}", after.text());
    if (!reason.empty()) text += fmt::format("; {}", reason);
    return text + ")";
}

PolicyReport apply_numa_policy(NumaBalancing wanted, bool asked) {
    PolicyReport report;
    report.wanted = wanted;
    report.kernel_mode = kernel_mode();
    report.before = current_thread_policy();
    if (wanted != NumaBalancing::inherit) report.reason = change_policy(wanted, asked, report.before);
    report.after = current_thread_policy();
    if (wanted == NumaBalancing::on && report.reason.empty() && report.kernel_mode.value_or(0) == 0) {
        report.reason = report.kernel_mode
                            ? "no effect while the kernel's switch is 0, which only root can change"
                            : "this kernel has no automatic NUMA balancing";
    }
    return report;
}

}  // namespace simdrive::memory
