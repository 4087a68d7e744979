#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace simdrive::memory {

/// A bound on memory and where it comes from.
struct Bound {
    std::uint64_t bytes = 0;
    std::string source;
};

/// The lower of two, where there are any.
std::optional<Bound> least(std::optional<Bound> a, std::optional<Bound> b);

/// What the control groups around this process leave to it, both versions, from /proc/self/cgroup upward to
/// the root: the tightest of all levels holds. `root` is "/" but for tests.
struct CgroupLimits {
    std::optional<Bound> memory;  ///< the limit
    std::optional<Bound>
        available;  ///< what is left under the limit; file cache that can be dropped counts as free
    std::optional<unsigned> cpus;  ///< the CPU quota, rounded up
    std::vector<int> cpuset;       ///< the CPUs allowed; empty: all
};
CgroupLimits cgroup_limits(const std::filesystem::path& root);

}  // namespace simdrive::memory
