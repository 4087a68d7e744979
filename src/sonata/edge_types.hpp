#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sonata/component_file.hpp"
#include "sonata/type_table.hpp"

namespace simdrive::sonata {

/// What an edge has unless the HDF5 file says otherwise: from the types table, else from the JSON file that
/// it names, else the defaults.
struct EdgeDefaults {
    double weight = 1.0;
    double nsyns = 1.0;
    double delay = 1.0;  ///< ms
    double sign = 1.0;
    std::int32_t receptor = 0;
    std::string synapse_model = "static_synapse";
    std::uint16_t synapse_model_index = 0;
};

/// The names under which files give a weight, best first.
inline constexpr const char* weight_names[] = {"syn_weight", "weight", "conductance"};
inline constexpr const char* receptor_names[] = {"receptor_type", "receptor"};

/// Defaults by edge_type_id.
class EdgeTypes {
  public:
    /// DataError for parameter files that are missing or broken, and values out of range.
    EdgeTypes(const TypeTable& table, const Components& components);

    /// DataError (`where`, edge) for a type that the table does not have. Where there is no table, all edges
    /// have the same defaults.
    const EdgeDefaults& of(std::int64_t type, const std::string& where, std::uint64_t edge) const;
    /// All that of() may give, by type id.
    std::vector<EdgeDefaults*> all();

  private:
    std::string table_file_;
    bool has_table_ = false;
    EdgeDefaults none_;
    std::map<std::int64_t, EdgeDefaults> by_id_;
};

}  // namespace simdrive::sonata
