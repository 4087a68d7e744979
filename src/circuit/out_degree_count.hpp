#pragma once

#include <cstdint>
#include <span>

#include "circuit/scan.hpp"

namespace simdrive::circuit {

/// Sums up how many sources have how many targets. Sources without any are left out.
OutDegrees out_degrees_of(std::span<const std::uint64_t> targets_of_source);

}  // namespace simdrive::circuit
