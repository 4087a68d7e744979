#include "driver/node_set_rows.hpp"

#include <nlohmann/json.hpp>

namespace simdrive::driver {

NodeSetRows::NodeSetRows(const sonata::Configuration& configuration, const circuit::Circuit& circuit)
    : circuit_(circuit), node_sets_(sonata::NodeSets::load(configuration)) {}

std::vector<Selection> NodeSetRows::resolve(const nlohmann::json& node_set, const std::string& where) const {
    const auto& populations = circuit_.populations();
    std::vector<Selection> rows(populations.size());
    if (node_set.is_null()) {
        for (std::size_t p = 0; p < populations.size(); ++p) {
            for (const auto& group : populations[p]->groups()) {
                if (!group.is_virtual()) rows[p] = unite(rows[p], group.rows);
            }
        }
        return rows;
    }
    std::vector<const sonata::NodeAttributes*> attributes;
    for (const auto& population : populations) attributes.push_back(&population->attributes());
    for (auto& [name, selection] : node_sets_.resolve(node_set, attributes, where)) {
        rows[*circuit_.find_population(name)] = std::move(selection);
    }
    return rows;
}

}  // namespace simdrive::driver
