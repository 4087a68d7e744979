#pragma once

#include <filesystem>
#include <string>

#include "base/time_grid.hpp"
#include "circuit/circuit.hpp"

namespace simdrive::circuit {

/// Writes `STEM_edges.h5` and `STEM_edge_types.csv` into `directory`: edges of a rule in the order of their
/// targets, edges of a file in its order; with an index by target where they are in the order of targets.
void write_edges(const Circuit& circuit, const Projection& projection, const TimeGrid& grid,
                 const std::string& stem, const std::filesystem::path& directory);

}  // namespace simdrive::circuit
