#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace simdrive::memory {

/// A folder with files of a made-up /proc and /sys; gone when the test is over.
class MadeUpTree {
  public:
    MadeUpTree() {
        std::string name = (std::filesystem::temp_directory_path() / "simdrive-XXXXXX").string();
        root_ = mkdtemp(name.data());
    }
    ~MadeUpTree() { std::filesystem::remove_all(root_); }
    MadeUpTree(const MadeUpTree&) = delete;
    MadeUpTree& operator=(const MadeUpTree&) = delete;

    void write(const std::string& file, const std::string& text) const {
        std::filesystem::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text << '\n';
    }
    const std::filesystem::path& root() const { return root_; }

  private:
    std::filesystem::path root_;
};

}  // namespace simdrive::memory
