#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "balance/allocation.hpp"

namespace simdrive::balance {

/// How the rows of a population lie in the order of ascending ids, in which balance/ sees nodes ("packing
/// order"). In most files rows ascend with ids and nothing needs to be kept.
struct NodeOrder {
    PopulationIds population;
    std::vector<std::uint64_t> rows;  ///< by position among the ids; empty where position i is row i
};

/// `node_id(row)` gives distinct ids for rows 0 … size−1.
template <class F>
NodeOrder node_order(std::string name, std::uint64_t size, F&& node_id) {
    NodeOrder order{{std::move(name), {}}, {}};
    bool ascending = true;
    std::uint64_t last = 0;
    for (std::uint64_t row = 0; row < size && ascending; ++row) {
        const std::uint64_t id = node_id(row);
        ascending = row == 0 || id > last;
        if (ascending) order.population.ids.append(id);
        last = id;
    }
    if (ascending) return order;
    std::vector<std::uint64_t> ids(size);
    for (std::uint64_t row = 0; row < size; ++row) ids[row] = node_id(row);
    order.rows.resize(size);
    std::iota(order.rows.begin(), order.rows.end(), std::uint64_t{0});
    std::sort(order.rows.begin(), order.rows.end(), [&](auto a, auto b) { return ids[a] < ids[b]; });
    order.population.ids = Selection::of_ids(ids);
    return order;
}

/// Values by gid (populations one after the other, each by rows) brought into packing order.
template <class T>
std::vector<T> in_packing_order(std::vector<T> values, std::span<const NodeOrder> orders) {
    std::vector<T> part;
    std::size_t first = 0;
    for (const NodeOrder& order : orders) {
        part.clear();
        for (const auto row : order.rows) part.push_back(values[first + row]);
        std::copy(part.begin(), part.end(), values.begin() + static_cast<std::ptrdiff_t>(first));
        first += order.population.ids.size();
    }
    return values;
}

/// Values in packing order brought into the order of gids.
template <class T>
std::vector<T> in_gid_order(std::vector<T> values, std::span<const NodeOrder> orders) {
    std::vector<T> part;
    std::size_t first = 0;
    for (const NodeOrder& order : orders) {
        part.resize(order.rows.size());
        for (std::size_t i = 0; i < order.rows.size(); ++i) part[order.rows[i]] = values[first + i];
        std::copy(part.begin(), part.end(), values.begin() + static_cast<std::ptrdiff_t>(first));
        first += order.population.ids.size();
    }
    return values;
}

}  // namespace simdrive::balance
