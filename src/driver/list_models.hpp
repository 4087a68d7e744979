#pragma once

#include <string>

namespace simdrive::driver {

/// Everything that the catalogues hold, as text: models with the unit, default and meaning of each field,
/// rules, modes.
std::string list_models();

}  // namespace simdrive::driver
