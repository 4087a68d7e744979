#include "sonata/group_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace simdrive::sonata {

namespace {

bool is_group_name(const std::string& name) {
    return !name.empty() && name.size() < 19 && name.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<io::Dataset> column_of_size(const io::Group& population, const std::string& name,
                                          std::uint64_t size) {
    auto dataset = population.find_dataset(name);
    if (dataset && dataset->size() != size)
        throw DataError(fmt::format("{}: {} rows; expected {}, as in the population's other datasets",
                                    dataset->where(), dataset->size(), size));
    return dataset;
}

/// Where the elements at `indices` lie.
void describe(GroupPart& part, std::span<const std::uint64_t> indices) {
    part.count = indices.size();
    if (part.count == 0) return;
    const std::uint64_t first = indices.front();
    std::uint64_t astray = 0;  // a loop without branches: this is what nearly all blocks come to
    for (std::size_t i = 0; i < indices.size(); ++i) astray |= indices[i] ^ (first + i);
    part.contiguous = astray == 0 && first + part.count > first;
    if (part.contiguous) {
        part.window = {first, first + part.count};
        return;
    }
    const auto [least, largest] = std::minmax_element(indices.begin(), indices.end());
    part.window = {*least, *largest + 1};
    part.indices.assign(indices.begin(), indices.end());
}

}  // namespace

GroupLayout::GroupLayout(const io::Group& population, const std::string& prefix, std::uint64_t size)
    : where_(population.where()) {
    for (const std::string& name : population.children()) {
        if (!is_group_name(name) || !population.has_group(name)) continue;
        groups_.push_back(population.group(name));
        group_ids_.push_back(std::stoull(name));
    }
    id_ = column_of_size(population, prefix + "_group_id", size);
    index_ = column_of_size(population, prefix + "_group_index", size);
    if (groups_.size() > 1 && size > 0 && (!id_ || !index_))
        throw DataError(fmt::format("{}: has {} groups; expected {}_group_id and {}_group_index", where_,
                                    groups_.size(), prefix, prefix));
}

std::size_t GroupLayout::group_of(std::uint64_t id, std::uint64_t row) const {
    const auto found = std::find(group_ids_.begin(), group_ids_.end(), id);
    if (found == group_ids_.end())
        throw DataError(fmt::format("{}: row {}: there is no group {}", id_->where(), row, id));
    return static_cast<std::size_t>(found - group_ids_.begin());
}

std::vector<GroupPart> GroupLayout::parts(Range rows) const {
    if (groups_.empty() || rows.size() == 0) return {};
    // Kept for all populations that a thread reads: fresh memory would cost more than the reading.
    static thread_local Columns columns;
    auto& ids = columns.ids;
    auto& indices = columns.indices;
    indices.resize(rows.size());
    if (index_) {
        index_->read<std::uint64_t>(rows, indices);
    } else {
        std::iota(indices.begin(), indices.end(), rows.first);
    }
    const auto one_part = [&](std::size_t group) {
        GroupPart part;
        part.group = group;
        describe(part, indices);
        return std::vector{part};
    };
    if (!id_) return one_part(0);
    ids.resize(rows.size());
    id_->read<std::uint64_t>(rows, ids);
    if (std::equal(ids.begin() + 1, ids.end(), ids.begin())) return one_part(group_of(ids[0], rows.first));
    return split_by_group(rows, columns);
}

std::vector<GroupPart> GroupLayout::split_by_group(Range rows, const Columns& columns) const {
    std::vector<std::vector<std::uint64_t>> positions(groups_.size());
    for (std::size_t i = 0; i < columns.ids.size(); ++i)
        positions[group_of(columns.ids[i], rows.first + i)].push_back(i);
    std::vector<GroupPart> out;
    std::vector<std::uint64_t> indices;
    for (std::size_t g = 0; g < positions.size(); ++g) {
        if (positions[g].empty()) continue;
        indices.clear();
        for (const std::uint64_t at : positions[g]) indices.push_back(columns.indices[at]);
        GroupPart& part = out.emplace_back();
        part.group = g;
        part.positions = std::move(positions[g]);
        describe(part, indices);
    }
    return out;
}

namespace {

/// The values at scattered places: one read where the places are dense, else one for each run of neighbours.
template <class T>
std::vector<T> read_scattered(const io::Dataset& dataset, const GroupPart& part) {
    constexpr std::uint64_t always_fine = 1 << 16;
    std::vector<T> values(part.count);
    if (part.window.size() <= 8 * part.count + always_fine) {
        const auto window = dataset.read<T>(part.window);
        for (std::size_t i = 0; i < part.count; ++i) values[i] = window[part.indices[i] - part.window.first];
        return values;
    }
    std::vector<std::size_t> order(part.count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return part.indices[a] < part.indices[b]; });
    for (std::size_t i = 0; i < part.count;) {
        std::size_t past = i + 1;
        while (past < part.count && part.indices[order[past]] <= part.indices[order[past - 1]] + 1) ++past;
        const Range run{part.indices[order[i]], part.indices[order[past - 1]] + 1};
        const auto block = dataset.read<T>(run);
        for (; i < past; ++i) values[order[i]] = block[part.indices[order[i]] - run.first];
    }
    return values;
}

}  // namespace

template <class T>
void gather(const io::Dataset& dataset, const GroupPart& part, std::span<T> out) {
    if (part.count == 0) return;
    if (dataset.shape().size() != 1) throw DataError(dataset.where() + ": expected one dimension");
    if (part.window.past > dataset.size())
        throw DataError(fmt::format("{}: index {} is used, but there are {} rows", dataset.where(),
                                    part.window.past - 1, dataset.size()));
    if (part.contiguous && part.positions.empty()) {
        dataset.read<T>(part.window, out.first(part.count));
        return;
    }
    const std::vector<T> values =
        part.contiguous ? dataset.read<T>(part.window) : read_scattered<T>(dataset, part);
    for (std::size_t i = 0; i < part.count; ++i) out[part.position(i)] = values[i];
}

template void gather<double>(const io::Dataset&, const GroupPart&, std::span<double>);
template void gather<std::int32_t>(const io::Dataset&, const GroupPart&, std::span<std::int32_t>);
template void gather<std::int64_t>(const io::Dataset&, const GroupPart&, std::span<std::int64_t>);

}  // namespace simdrive::sonata
