#include "circuit/circuit_hash.hpp"

#include <algorithm>
#include <span>

namespace simdrive::circuit {

namespace {

constexpr std::uint64_t nodes_of_piece = std::uint64_t{1} << 18;

/// The ids number first … first+count−1 of a selection, which may have gaps.
Selection part_of(const Selection& rows, std::uint64_t first, std::uint64_t count) {
    Selection part;
    for (const Range& range : rows.ranges()) {
        if (count == 0) break;
        if (first >= range.size()) {
            first -= range.size();
            continue;
        }
        const std::uint64_t taken = std::min(range.size() - first, count);
        part.append(Range{range.first + first, range.first + first + taken});
        first = 0;
        count -= taken;
    }
    return part;
}

}  // namespace

std::uint64_t CircuitHash::claim(std::uint64_t count) {
    const std::uint64_t first = claimed_;
    claimed_ += count;
    return first;
}

void CircuitHash::add_text(const std::string& text) {
    const std::uint64_t piece = claim(1);
    if (comm_.is_root()) add_piece(sum_, piece, std::as_bytes(std::span(text)));
}

void CircuitHash::add_descriptions(const Circuit& circuit) {
    add_text(circuit.description());
    for (const auto& population : circuit.populations()) {
        if (population->in_files()) add_population(*population);
    }
}

void CircuitHash::add_population(const Population& population) {
    const auto ranks = static_cast<std::uint64_t>(comm_.size());
    const auto rank = static_cast<std::uint64_t>(comm_.rank());
    const auto for_my_pieces = [&](const Selection& rows, auto&& values_of) {
        const std::uint64_t size = rows.size();
        const std::uint64_t pieces = (size + nodes_of_piece - 1) / nodes_of_piece;
        const std::uint64_t first = claim(pieces);
        for (std::uint64_t i = rank; i < pieces; i += ranks) {
            add(first + i, values_of(part_of(rows, i * nodes_of_piece, nodes_of_piece)));
        }
    };
    for_my_pieces(Selection(0, population.size()), [&](const Selection& part) {
        std::vector<NodeId> ids;
        ids.reserve(part.size());
        part.for_each([&](std::uint64_t row) { ids.push_back(population.node_id(row)); });
        return ids;
    });
    for (const NodeGroup& group : population.groups()) {
        for (const auto& name : group.columns) {
            for_my_pieces(group.rows,
                          [&](const Selection& part) { return population.column(group, name, part); });
        }
    }
}

Fingerprint CircuitHash::total() const {
    return {comm_.sum(sum_.low), comm_.sum(sum_.high)};
}

}  // namespace simdrive::circuit
