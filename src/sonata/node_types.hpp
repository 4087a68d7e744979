#pragma once

#include <string>
#include <vector>

#include "io/hdf5_group.hpp"
#include "sonata/component_file.hpp"
#include "sonata/group_layout.hpp"
#include "sonata/node_population.hpp"
#include "sonata/type_table.hpp"

namespace simdrive::sonata {

/// What node types are made from.
struct NodeTypeSources {
    const io::Group& population;
    const GroupLayout& layout;
    const TypeTable& table;
    const Components& components;
    std::string default_model_type;  ///< of the configuration (OBI), "" where it has none
    std::uint64_t size = 0;
};

/// A node type and the group that its nodes' attributes lie in.
struct GroupedNodeType {
    NodeType type;
    std::size_t group = 0;  ///< index into GroupLayout::groups(); of no meaning where there are no groups
};

/// Divides the nodes into types: equal type id, group, model type, model template and parameter file. One
/// streaming pass; ordered by first row.
std::vector<GroupedNodeType> divide_into_types(const NodeTypeSources& sources);

}  // namespace simdrive::sonata
