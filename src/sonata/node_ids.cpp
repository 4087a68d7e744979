#include "sonata/node_ids.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace simdrive::sonata {

NodeIds::NodeIds(const io::Group& population, std::uint64_t size) : size_(size) {
    const auto ids = population.find_dataset("node_id");
    if (!ids || size == 0) return;
    if (ids->size() != size)
        throw DataError(
            fmt::format("{}: {} rows; expected {}, as in node_type_id", ids->where(), ids->size(), size));
    if (is_sequence(*ids)) return;
    listed_ = ids->read<NodeId>();
    by_id_.reserve(size);
    for (std::uint64_t row = 0; row < size; ++row) by_id_.push_back({listed_[row], row});
    std::sort(by_id_.begin(), by_id_.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
    const auto twice = std::adjacent_find(by_id_.begin(), by_id_.end(),
                                          [](const Entry& a, const Entry& b) { return a.id == b.id; });
    if (twice != by_id_.end())
        throw DataError(fmt::format("{}: node id {} occurs twice", ids->where(), twice->id));
}

bool NodeIds::is_sequence(const io::Dataset& ids) {
    constexpr std::uint64_t block = 1 << 20;
    for (std::uint64_t first = 0; first < size_; first += block) {
        const auto values = ids.read<NodeId>({first, std::min(size_, first + block)});
        if (first == 0) first_ = values[0];
        for (std::uint64_t i = 0; i < values.size(); ++i) {
            if (values[i] != first_ + first + i) return false;
        }
    }
    return true;
}

std::optional<std::uint64_t> NodeIds::row(NodeId id) const {
    if (listed_.empty())
        return id >= first_ && id - first_ < size_ ? std::optional(id - first_) : std::nullopt;
    const auto found = std::lower_bound(by_id_.begin(), by_id_.end(), id,
                                        [](const Entry& entry, NodeId wanted) { return entry.id < wanted; });
    return found != by_id_.end() && found->id == id ? std::optional(found->row) : std::nullopt;
}

}  // namespace simdrive::sonata
