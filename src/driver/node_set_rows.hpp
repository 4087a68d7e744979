#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/selection.hpp"
#include "circuit/circuit.hpp"
#include "sonata/node_sets.hpp"

namespace simdrive::driver {

/// The configuration's node sets, seen from the circuit.
class NodeSetRows {
  public:
    NodeSetRows(const sonata::Configuration& configuration, const circuit::Circuit& circuit);

    /// The rows that a node set means, by population; null means all nodes that are not virtual. DataError
    /// begins with `where`.
    std::vector<Selection> resolve(const nlohmann::json& node_set, const std::string& where) const;

  private:
    const circuit::Circuit& circuit_;
    sonata::NodeSets node_sets_;
};

}  // namespace simdrive::driver
