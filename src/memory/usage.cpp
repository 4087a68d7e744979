#include "memory/usage.hpp"

#include <sys/resource.h>

#include <fstream>

#include "memory/proc_file.hpp"

namespace simdrive::memory {
namespace {

PageFaults page_faults(int whose) {
    rusage usage{};
    if (getrusage(whose, &usage) != 0) return {};
    return {.minor = static_cast<std::uint64_t>(usage.ru_minflt),
            .major = static_cast<std::uint64_t>(usage.ru_majflt)};
}

}  // namespace

Resident resident(const std::filesystem::path& root) {
    const auto status = root / "proc/self/status";
    constexpr std::uint64_t kibibyte = 1024;
    return {.now = number_after(status, "VmRSS:").value_or(0) * kibibyte,
            .peak = number_after(status, "VmHWM:").value_or(0) * kibibyte};
}

bool forget_peak() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5" << std::flush;  // proc(5): resets the peak of resident memory
    return file.good();
}

PageFaults page_faults_of_process() {
    return page_faults(RUSAGE_SELF);
}
PageFaults page_faults_of_this_thread() {
    return page_faults(RUSAGE_THREAD);
}

}  // namespace simdrive::memory
