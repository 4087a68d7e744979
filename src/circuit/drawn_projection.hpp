#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "circuit/edge_settings.hpp"
#include "circuit/projection.hpp"
#include "circuit/projection_ends.hpp"

namespace simdrive::circuit {

/// A projection that the configuration describes instead of naming a file:
/// `{"source", "target", "rule": {NAME: {parameters, "allow_autapses", "allow_multapses"}}, "model_template",
/// "syn_weight", "delay", "receptor_type"}`. Connectivity, weights and delays are drawn from streams of their
/// own, keyed by (seed, projection; target row, k). DataError names `where`.
std::unique_ptr<DrawnProjection> make_drawn_projection(const std::string& name, const nlohmann::json& entry,
                                                       const ProjectionEnds& ends,
                                                       const EdgeSettings& settings,
                                                       const std::string& where);

}  // namespace simdrive::circuit
