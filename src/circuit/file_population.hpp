#pragma once

#include <memory>

#include "circuit/population.hpp"
#include "sonata/node_population.hpp"

namespace simdrive::circuit {

/// A population of a SONATA nodes file: one group for each of its node types. DataError, with file and type,
/// for nodes that are neither point neurons nor virtual.
std::unique_ptr<Population> make_file_population(std::unique_ptr<sonata::NodePopulation> nodes);

}  // namespace simdrive::circuit
