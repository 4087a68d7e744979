#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/selection.hpp"
#include "io/hdf5_group.hpp"

namespace simdrive::sonata {

/// Those elements (nodes or edges) of a range whose attributes lie in one group.
struct GroupPart {
    std::size_t group = 0;  ///< index into GroupLayout::groups()
    /// Where the attributes lie in the group's datasets: `window` from first to past, if `contiguous` in this
    /// order, else at `indices`.
    bool contiguous = true;
    Range window{0, 0};
    std::vector<std::uint64_t> indices;
    /// Which elements of the range these are; empty where they are all of it.
    std::vector<std::uint64_t> positions;
    std::size_t count = 0;

    /// Whether they are all of `rows`, each at the index of its row.
    bool in_place(Range rows) const { return contiguous && positions.empty() && window == rows; }
    std::size_t position(std::size_t i) const { return positions.empty() ? i : positions[i]; }
};

/// How the elements of a population find their attributes: SONATA's groups /0, /1, … with <prefix>_group_id
/// and <prefix>_group_index, or their defaults (one group, index = row).
class GroupLayout {
  public:
    /// `prefix` is "node" or "edge". DataError where the datasets are missing but needed, or of a wrong size.
    GroupLayout(const io::Group& population, const std::string& prefix, std::uint64_t size);

    const std::vector<io::Group>& groups() const { return groups_; }
    /// The elements of a range by group, in order of groups; elements keep their order. Empty where there are
    /// no groups. DataError (dataset, row) for a group that does not exist.
    std::vector<GroupPart> parts(Range rows) const;

  private:
    /// Group and index of each row of a block.
    struct Columns {
        std::vector<std::uint64_t> ids;
        std::vector<std::uint64_t> indices;
    };
    std::vector<GroupPart> split_by_group(Range rows, const Columns& columns) const;
    std::size_t group_of(std::uint64_t id, std::uint64_t row) const;

    std::string where_;
    std::vector<io::Group> groups_;
    std::vector<std::uint64_t> group_ids_;
    std::optional<io::Dataset> id_;
    std::optional<io::Dataset> index_;
};

/// Reads the values of the elements of `part` from `dataset` to their positions in `out`. T: double, int32,
/// int64.
template <class T>
void gather(const io::Dataset& dataset, const GroupPart& part, std::span<T> out);

}  // namespace simdrive::sonata
