#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/selection.hpp"

namespace simdrive::sonata {
class NodeAttributes;
}

namespace simdrive::circuit {

/// Nodes of one population that share a model and all constants: what becomes a block of neurons.
struct NodeGroup {
    std::string model;  ///< as in --list-models ("iaf_psc_exp"); "virtual" for spike sources
    Selection rows;     ///< rows of the population
    std::map<std::string, double> constants;  ///< parameters that are the same for all nodes of the group
    std::set<std::string> columns;  ///< parameters that differ from node to node (files or distributions)
    /// Those of `constants` that a model may ignore if it does not know them: columns of a types table, which
    /// may be positions or labels.
    std::set<std::string> incidental;
    /// Names in files that have values which are no numbers: a fault only if they are parameters of the
    /// model.
    std::set<std::string> not_numbers;
    std::string where;  ///< file and place, the beginning of messages about the group

    bool is_virtual() const { return model == "virtual"; }
};

/// One population of nodes, from files or from a rule, as the simulator sees it. Rows are 0 … size()−1; a
/// node's gid is first_gid() + row.
class Population {
  public:
    virtual ~Population() = default;

    const std::string& name() const { return name_; }
    std::uint64_t size() const { return size_; }
    Gid first_gid() const { return first_gid_; }
    const std::vector<NodeGroup>& groups() const { return groups_; }
    /// The group that a row belongs to.
    std::size_t group_of(std::uint64_t row) const;

    /// Ids as files write them. `row_of` gives none where the population has no such node.
    virtual NodeId node_id(std::uint64_t row) const { return row; }
    virtual std::optional<std::uint64_t> row_of(NodeId id) const {
        return id < size_ ? std::optional<std::uint64_t>(id) : std::nullopt;
    }
    /// The id of row 0 where ids are rows plus a constant; none where they must be looked up.
    virtual std::optional<NodeId> first_id() const { return 0; }
    /// The values of parameter `name` (one of the group's `columns`) for `rows`, in row order. Reads or draws
    /// only these rows.
    virtual std::vector<double> column(const NodeGroup& group, const std::string& name,
                                       const Selection& rows) const = 0;

    /// What node sets ask.
    virtual const sonata::NodeAttributes& attributes() const = 0;
    /// Whether columns and ids come from files, so that the fingerprint must cover their contents.
    virtual bool in_files() const { return false; }
    /// What the fingerprint covers besides the contents of columns: canonical JSON text.
    const std::string& description() const { return description_; }

  protected:
    friend class Circuit;
    std::string name_;
    std::uint64_t size_ = 0;
    Gid first_gid_ = 0;
    std::vector<NodeGroup> groups_;
    std::string description_;
};

}  // namespace simdrive::circuit
