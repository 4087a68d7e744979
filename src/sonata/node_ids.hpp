#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "io/hdf5_group.hpp"

namespace simdrive::sonata {

/// The node ids of a population: in files they are usually the rows, perhaps plus a constant, and need not be
/// held; otherwise they are held in full, 24 bytes a node.
class NodeIds {
  public:
    /// Reads the population's `node_id`, if it has one. DataError for a wrong size or an id that occurs
    /// twice.
    NodeIds(const io::Group& population, std::uint64_t size);

    NodeId id(std::uint64_t row) const { return listed_.empty() ? first_ + row : listed_[row]; }
    std::optional<std::uint64_t> row(NodeId id) const;
    /// The id of row 0 where ids are rows plus a constant.
    std::optional<NodeId> first() const { return listed_.empty() ? std::optional(first_) : std::nullopt; }

  private:
    struct Entry {
        NodeId id;
        std::uint64_t row;
    };
    bool is_sequence(const io::Dataset& ids);

    std::uint64_t size_;
    NodeId first_ = 0;
    std::vector<NodeId> listed_;
    std::vector<Entry> by_id_;
};

}  // namespace simdrive::sonata
