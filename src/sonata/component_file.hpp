#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/hdf5_group.hpp"
#include "sonata/configuration.hpp"
#include "sonata/type_table.hpp"

namespace simdrive::sonata {

/// The JSON object in a file of parameters that a types table names (`dynamics_params`). It is looked for in
/// the folders of `components` named by `folders`, in this order, then beside the table. DataError, beginning
/// with `where`, tells where was searched.
nlohmann::json read_component(const Components& components, std::initializer_list<const char*> folders,
                              const std::string& name, const std::string& table_file,
                              const std::string& where);

/// `components` with the folders that a population's own settings name instead.
Components with_settings(const Components& components, const NetworkFile& entry,
                         const std::string& population);

/// The types table of an entry; empty where it has none.
TypeTable read_types(const NetworkFile& entry, const std::string& id_column);

/// DataError unless the root of a SONATA file, if it states a `magic` number, states the right one.
void check_magic(const io::Group& root);

}  // namespace simdrive::sonata
