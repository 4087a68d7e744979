#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/hdf5_handle.hpp"

namespace simdrive::io {

/// How datasets are read: with buffers for conversions that all files share, since HDF5 would otherwise make
/// and clear them anew for every read.
Hdf5Handle reading_transfer();

/// An open file as its groups and datasets share it: it closes when the last of them goes.
struct Hdf5FileState {
    std::string name;  ///< path as given, for messages
    bool parallel = false;
    Hdf5Handle handle;
    Hdf5Handle transfer;  ///< reading_transfer()
    int descriptor = -1;  ///< of a file that is only read; the library closes it
};

/// A place in an HDF5 file: what groups and datasets have in common. Messages name file and place.
/// The HDF5 library is not thread-safe: one thread of a process at a time.
class Location {
  public:
    const std::string& file() const { return file_->name; }
    /// "/edges/cortex_cortex/0"
    const std::string& path() const { return path_; }
    /// "network/edges.h5: /edges/cortex_cortex/0", the beginning of every message.
    std::string where() const { return file_->name + ": " + path_; }

    bool has_attribute(const std::string& name) const;
    /// The first string of an attribute of any string type; none where the attribute is absent or has a null
    /// dataspace. DataError where it is not a string.
    std::optional<std::string> string_attribute(const std::string& name) const;
    /// All numbers of an attribute of any integer, enumeration or floating type; none where it is absent,
    /// empty where its dataspace is null. DataError where it is not a number.
    std::optional<std::vector<double>> number_attribute(const std::string& name) const;

    /// Writing; collective where the file is parallel.
    void write_attribute(const std::string& name, const std::string& value) const;
    void write_attribute(const std::string& name, std::uint32_t value) const;
    void write_attribute(const std::string& name, std::span<const std::uint32_t> values) const;
    /// One value of an enumeration on u8 with the given members.
    void write_enum_attribute(const std::string& name,
                              std::span<const std::pair<const char*, std::uint8_t>> members,
                              std::uint8_t value) const;

  protected:
    Location(std::shared_ptr<const Hdf5FileState> file, std::string path, Hdf5Handle handle)
        : file_(std::move(file)), path_(std::move(path)), handle_(std::move(handle)) {}
    std::string path_of(const std::string& child) const;

    std::shared_ptr<const Hdf5FileState> file_;
    std::string path_;
    Hdf5Handle handle_;
};

}  // namespace simdrive::io
