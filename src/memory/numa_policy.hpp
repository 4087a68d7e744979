#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simdrive::memory {

/// What to do about the kernel's automatic NUMA balancing, for this job alone.
enum class NumaBalancing { off, on, inherit };

/// "off", "on", "inherit".
std::string_view name(NumaBalancing balancing);
/// The reverse; UsageError for other text.
NumaBalancing parse_numa_balancing(std::string_view text);

/// The memory policy of one thread (get_mempolicy). The kernel consults the policy of whichever thread's tick
/// starts a scan, so that one thread left on the default policy has the whole process scanned.
struct ThreadPolicy {
    int mode = 0;            ///< MPOL_DEFAULT, MPOL_BIND, …
    int flags = 0;           ///< MPOL_F_…
    std::vector<int> nodes;  ///< ascending
    int error = 0;           ///< errno where the policy could not be read (containers may refuse); else 0

    bool readable() const { return error == 0; }
    bool is_default() const;
    /// Whether scans that this thread starts leave its mappings alone: every policy but the default, unless
    /// it was set with MPOL_F_NUMA_BALANCING.
    bool exempt_from_scans() const;
    /// "local", "bind 0,1 with balancing", "unreadable (Operation not permitted)".
    std::string text() const;

    friend bool operator==(const ThreadPolicy&, const ThreadPolicy&) = default;
};

ThreadPolicy current_thread_policy();

struct PolicyReport {
    NumaBalancing wanted = NumaBalancing::inherit;
    /// /proc/sys/kernel/numa_balancing, a bit mask: 0 off, 1 normal, 2 tiering. Empty: this kernel has none.
    std::optional<int> kernel_mode;
    ThreadPolicy before;
    ThreadPolicy after;
    /// Why it is not as wanted; "" when it is.
    std::string reason;

    /// Whether this thread's scans are now off, whoever turned them off.
    bool balancing_is_off() const;
    /// One line for the run's report.
    std::string text() const;
};

/// Sets the policy of the calling thread; threads, forks and programs started later inherit it. Must be the
/// first act of main: before MPI_Init, before any thread, before large allocations. Never fails: what could
/// not be done is in the report.
///
/// off: MPOL_LOCAL, which keeps first-touch placement. on: bound to all allowed nodes with
/// MPOL_F_NUMA_BALANCING (Linux 5.12). inherit: only reports. A policy that somebody has set already is
/// respected unless `asked`, i.e. unless the user gave the choice explicitly.
PolicyReport apply_numa_policy(NumaBalancing wanted, bool asked = false);

}  // namespace simdrive::memory
