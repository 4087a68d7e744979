#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/hdf5_dataset.hpp"
#include "io/hdf5_location.hpp"

namespace simdrive::io {

/// A group. Names may be paths below it ("indices/source_to_target").
class Group : public Location {
  public:
    /// Names of what lies in the group, sorted.
    std::vector<std::string> children() const;
    bool has_group(const std::string& name) const;
    bool has_dataset(const std::string& name) const;
    /// DataError where there is no such group or dataset.
    Group group(const std::string& name) const;
    Dataset dataset(const std::string& name) const;
    std::optional<Group> find_group(const std::string& name) const;
    std::optional<Dataset> find_dataset(const std::string& name) const;

    /// Writing; collective in a parallel file. Nothing that is written depends on the time or on the number
    /// of ranks: datasets are contiguous and get their place in the file when they are created.
    Group create_group(const std::string& name) const;
    /// A dataset of T to be filled by Dataset::write.
    template <class T>
    Dataset create_dataset(const std::string& name, std::span<const std::uint64_t> shape) const;
    template <class T>
    Dataset create_dataset(const std::string& name, std::uint64_t size) const {
        return create_dataset<T>(name, std::span<const std::uint64_t>(&size, 1));
    }
    /// A whole dataset at once, from one rank (not for parallel files).
    template <class T>
    Dataset write(const std::string& name, std::span<const T> values) const {
        Dataset dataset = create_dataset<T>(name, values.size());
        dataset.write(0, values);
        return dataset;
    }
    template <class T>
    Dataset write(const std::string& name, const std::vector<T>& values) const {
        return write(name, std::span<const T>(values));
    }
    /// values.size() / columns rows of `columns` elements.
    template <class T>
    Dataset write_rows(const std::string& name, std::uint64_t columns, const std::vector<T>& values) const {
        const std::uint64_t shape[] = {values.size() / columns, columns};
        Dataset dataset = create_dataset<T>(name, shape);
        dataset.write(0, std::span<const T>(values));
        return dataset;
    }
    /// UTF-8 strings of variable length.
    Dataset write_strings(const std::string& name, const std::vector<std::string>& values) const;

  private:
    friend class Hdf5File;
    using Location::Location;
    enum class Kind { none, group, dataset, other };
    Kind kind(const std::string& name) const;
};

}  // namespace simdrive::io
