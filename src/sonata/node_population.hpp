#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/selection.hpp"
#include "sonata/configuration.hpp"
#include "sonata/model_template.hpp"
#include "sonata/node_attributes.hpp"

namespace simdrive::sonata {

/// Nodes of a population with one node_type_id, one model and the same set of parameter columns.
struct NodeType {
    std::int64_t id = -1;
    std::string model_type;  ///< "point_neuron" (point_process too), "virtual", "biophysical", …; "" = none
    ModelTemplate model;     ///< empty for virtual nodes, and for OBI's point_neuron (AdEx)
    Selection rows;
    /// Parameters that all of its nodes share: from the JSON file in `dynamics_params`, over them the numeric
    /// columns of the types table.
    std::map<std::string, double> constants;
    /// Those of `constants` that stand in the types table only: perhaps no parameters at all (positions,
    /// angles), so a model that does not know them ignores them.
    std::set<std::string> table_only;
    /// Keys of the JSON file whose values are not numbers.
    std::set<std::string> not_numbers;
    /// Parameters with a value for each node, from /<group>/dynamics_params; they win over constants.
    std::set<std::string> columns;
    std::string where;  ///< "network/v1_node_types.csv: node type 100", for messages
};

/// One population of a SONATA nodes file. Rows are the positions in the file.
class NodePopulation : public NodeAttributes {
  public:
    /// The populations in an HDF5 nodes file, sorted.
    static std::vector<std::string> names_in(const std::filesystem::path& file);
    /// Opens the populations of an entry of the configuration; problems are added, not thrown.
    static std::vector<std::unique_ptr<NodePopulation>> open_all(const NetworkFile& entry,
                                                                 const Components& components,
                                                                 Problems& problems);
    NodePopulation(const NetworkFile& entry, const std::string& name, const Components& components);
    ~NodePopulation() override;

    const std::string& name() const override;
    std::uint64_t size() const override;
    /// "network/v1_nodes.h5: /nodes/v1"
    const std::string& where() const;

    NodeId node_id(std::uint64_t row) const;
    /// None where the population has no such node.
    std::optional<std::uint64_t> row_of(NodeId id) const override;
    /// The id of row 0 where ids are rows plus a constant: the usual case, which needs no look-up.
    std::optional<NodeId> first_id() const;

    /// Disjoint; together they are all rows. Ordered by first row.
    const std::vector<NodeType>& types() const;
    /// The values of parameter column `name` for `rows`, in row order. DataError where a node has none.
    std::vector<double> parameter(const std::string& name, const Selection& rows) const;
    /// HDF5 attributes of the groups, model_type, and the columns of the types table.
    std::optional<Selection> rows_where(const std::string& attribute,
                                        const AttributeTest& test) const override;

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

}  // namespace simdrive::sonata
