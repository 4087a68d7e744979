#pragma once

#include <memory>

#include "circuit/edge_settings.hpp"
#include "circuit/projection.hpp"
#include "circuit/projection_ends.hpp"
#include "sonata/edge_population.hpp"

namespace simdrive::circuit {

/// A population of a SONATA edges file. Delays off the grid are rounded to the nearest step, as in NEST.
/// DataError where its edges have more than one synapse model.
std::unique_ptr<FileProjection> make_file_projection(std::unique_ptr<sonata::EdgePopulation> edges,
                                                     const ProjectionEnds& ends,
                                                     const EdgeSettings& settings);

}  // namespace simdrive::circuit
