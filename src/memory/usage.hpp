#pragma once

#include <cstdint>
#include <filesystem>

namespace simdrive::memory {

/// Physical memory of this process, bytes; zeros where the kernel does not say.
struct Resident {
    std::uint64_t now = 0;
    std::uint64_t peak = 0;
};
Resident resident(const std::filesystem::path& root = "/");

/// From now on the peak is that since this call. Returns whether the kernel did so.
bool forget_peak();

/// Page faults since the start. In the steady state of a run minor faults are NUMA hinting faults.
struct PageFaults {
    std::uint64_t minor = 0;
    std::uint64_t major = 0;
};
PageFaults page_faults_of_process();
PageFaults page_faults_of_this_thread();

}  // namespace simdrive::memory
