#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "circuit/population.hpp"

namespace simdrive::circuit {

/// A population that the configuration describes instead of naming a file:
/// `{"size", "model_type", "model_template", "dynamics_params": {NAME: number or distribution}}`. A parameter
/// with a distribution is drawn per node, keyed by (seed, population, parameter; row). DataError names
/// `where`.
std::unique_ptr<Population> make_drawn_population(const std::string& name, const nlohmann::json& entry,
                                                  std::uint64_t seed, const std::string& where);

}  // namespace simdrive::circuit
