#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace simdrive::io {

namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// Brings what the kernel holds of `path` to the disk.
void sync(const std::filesystem::path& path, int flags) {
    const int descriptor = ::open(path.c_str(), flags);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int fault = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!synced)
        throw DataError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(fault)));
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)) {
    static std::atomic<unsigned> number = 0;
    const auto folder = folder_of(target_);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        throw DataError(fmt::format("{}: cannot be written: folder {}: {}", target_.string(), folder.string(),
                                    std::strerror(errno)));
    }
    temporary_ = folder / fmt::format(".{}.{}.{}.tmp", target_.filename().string(), ::getpid(), number++);
}

AtomicFile::~AtomicFile() {
    if (committed_) return;
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
}

void AtomicFile::commit() {
    sync(temporary_, O_RDONLY);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
        throw DataError(fmt::format("{}: cannot be replaced: {}", target_.string(), std::strerror(errno)));
    }
    committed_ = true;
    sync(folder_of(target_), O_RDONLY | O_DIRECTORY);
}

}  // namespace simdrive::io
