#pragma once

#include <memory>

#include "mpi/communicator.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::test {

/// Collective: a temporary folder that all ranks see. The ranks must be on one machine.
class SharedFolder {
  public:
    explicit SharedFolder(const mpi::Communicator& comm) : comm_(comm) {
        if (comm.is_root()) folder_ = std::make_unique<TemporaryFolder>();
        path_ = comm.broadcast(folder_ ? folder_->path().string() : std::string());
    }
    SharedFolder(const SharedFolder&) = delete;
    SharedFolder& operator=(const SharedFolder&) = delete;
    ~SharedFolder() { comm_.barrier(); }

    const std::filesystem::path& path() const { return path_; }
    std::string path(const std::string& name) const { return (path_ / name).string(); }

  private:
    const mpi::Communicator& comm_;
    std::unique_ptr<TemporaryFolder> folder_;
    std::filesystem::path path_;
};

}  // namespace simdrive::test
