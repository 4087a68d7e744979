#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "circuit/population.hpp"
#include "io/hdf5_file.hpp"

namespace simdrive::circuit {

/// Writes `STEM_nodes.h5` and `STEM_node_types.csv` into `directory`, and the constants of each group into a
/// JSON file in `models`.
void write_nodes(const Population& population, const std::string& stem,
                 const std::filesystem::path& directory, const std::filesystem::path& models);

/// Replaces the file at `path` by `text`, once that is complete.
void write_text(const std::filesystem::path& path, std::string_view text);
/// The attributes by which a SONATA file is known.
void write_magic(const io::Group& root);

}  // namespace simdrive::circuit
