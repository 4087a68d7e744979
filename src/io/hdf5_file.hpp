#pragma once

#include <memory>
#include <string>

#include "io/hdf5_group.hpp"

namespace simdrive::io {

/// Whether `path` begins like an HDF5 file; false where it cannot be read.
bool is_hdf5(const std::string& path);
/// "1.10.8"
std::string hdf5_version();

/// An HDF5 file. Every fault is a DataError that names the file and the place in it; the library's own
/// printing of errors is off. Files are opened without file locks, which parallel file systems may not offer.
class Hdf5File {
  public:
    /// Read-only; any number of processes may read the same file.
    static Hdf5File open(const std::string& path);
    /// A new file, written by this process alone; replaces what lies at `path` (combine with AtomicFile).
    static Hdf5File create(const std::string& path);
    /// Collective: a new file, written by all ranks of the communicator (Communicator::native()) through
    /// MPI-IO. `path` is the same on all ranks.
    static Hdf5File create_parallel(const std::string& path, void* communicator);

    const std::string& name() const { return state_->name; }
    Group root() const;
    /// Writes everything and closes; DataError where the file could not be written in full. Groups and
    /// datasets must be gone. Collective in a parallel file. A file that is only read needs no close().
    void close();

  private:
    explicit Hdf5File(std::shared_ptr<Hdf5FileState> state) : state_(std::move(state)) {}
    std::shared_ptr<Hdf5FileState> state_;
};

}  // namespace simdrive::io
