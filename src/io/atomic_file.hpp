#pragma once

#include <filesystem>

namespace simdrive::io {

/// Replaces a file in one step: what is written goes to a temporary file beside it, which is synced and
/// renamed by commit(). Until then, and whatever goes wrong, the file that was there stays as it was. Works
/// for anything that writes to a path, HDF5 included; the writer must have closed the file before commit().
class AtomicFile {
  public:
    /// DataError where the folder does not exist or cannot be written to.
    explicit AtomicFile(std::filesystem::path target);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    /// Removes the temporary file unless it was committed.
    ~AtomicFile();

    /// Where to write: in the target's folder, unique to this process and object.
    const std::filesystem::path& temporary() const { return temporary_; }
    const std::filesystem::path& target() const { return target_; }
    /// DataError, and the target untouched, where syncing or renaming fails.
    void commit();

  private:
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    bool committed_ = false;
};

}  // namespace simdrive::io
