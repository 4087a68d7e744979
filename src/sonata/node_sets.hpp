#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/selection.hpp"
#include "sonata/configuration.hpp"
#include "sonata/node_attributes.hpp"

namespace simdrive::sonata {

/// The named node sets of a configuration, and what node-set expressions mean.
class NodeSets {
  public:
    NodeSets() = default;
    /// `definitions`: an object, name → expression.
    explicit NodeSets(nlohmann::json definitions) : definitions_(std::move(definitions)) {}
    /// Reads the files that the configuration names; later files win, and what stands in the configuration
    /// itself wins over files. A file that is missing is told only when a name is looked up in vain.
    static NodeSets load(const Configuration& configuration);

    /// The rows of each population that `node_set` means; populations without any are left out. An expression
    /// is a name (of a node set, else of a population), a list of names (union), a list of node ids, or an
    /// object whose clauses all hold: "population", "node_id"/"node_ids", or an attribute with a value, a
    /// list of values (any), or {"$regex" | "$gt" | "$lt" | "$gte" | "$lte": …}. {} means all nodes.
    /// DataError, beginning with `where`, for names, populations, ids and attributes that exist nowhere, and
    /// for sets that name each other in a circle.
    std::map<std::string, Selection> resolve(const nlohmann::json& node_set,
                                             const std::vector<const NodeAttributes*>& populations,
                                             const std::string& where) const;

    const nlohmann::json& definitions() const { return definitions_; }

  private:
    nlohmann::json definitions_ = nlohmann::json::object();
    std::vector<std::filesystem::path> missing_;
};

}  // namespace simdrive::sonata
