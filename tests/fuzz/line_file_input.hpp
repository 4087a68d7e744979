#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "io/gzip_file.hpp"

namespace simdrive::fuzz {

/// A file in a folder of this process, in memory, that is removed at the end.
class ScratchFolder {
  public:
    ScratchFolder() : path_("/dev/shm/simdrive-fuzz-" + std::to_string(getpid())) {
        std::filesystem::create_directories(path_);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() { std::filesystem::remove_all(path_); }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// Writes what a fuzzer made up: as it is where it begins like a gzip file, so that gzip's own format is
/// tried as well; else as the text of a gzip file, so that most tries get past the checksum.
inline void write_input(const std::filesystem::path& path, const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (size >= 2 && data[0] == 0x1F && data[1] == 0x8B) {
        std::ofstream(path, std::ios::binary) << text;
        return;
    }
    io::GzipWriter writer(path, 1);
    writer.write(text);
    writer.close();
}

}  // namespace simdrive::fuzz
