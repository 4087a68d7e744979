#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/hdf5_group.hpp"
#include "sonata/group_layout.hpp"

namespace simdrive::sonata {

/// An attribute of a group that holds a text for every element: strings, or whole numbers that count into the
/// strings of /<group>/@library/<name>.
class TextColumn {
  public:
    /// None where the group has no such attribute or it holds plain numbers.
    static std::optional<TextColumn> find(const io::Group& group, const std::string& name);

    /// The texts of the elements of `part`, in its order. DataError for numbers outside of the library.
    std::vector<std::string> read(const GroupPart& part) const;
    /// Every text that read() may give, without repeats; reads the whole column where there is no library.
    std::vector<std::string> distinct() const;

  private:
    TextColumn(io::Dataset dataset, std::vector<std::string> library)
        : dataset_(std::move(dataset)), library_(std::move(library)) {}
    io::Dataset dataset_;
    std::vector<std::string> library_;
};

}  // namespace simdrive::sonata
