#pragma once

#include <cstdint>
#include <optional>

#include "circuit/scan.hpp"
#include "engine/shape.hpp"

namespace simdrive::engine {

/// Lays out synapses, and sets how often spikes are exchanged, from what the scan found. Chooses how to
/// deliver for `owners` threads of all ranks together, unless `wanted` says so: when due where the parts of
/// rows are long enough.
void plan_synapses(Shape& shape, const circuit::Circuit& circuit, const circuit::Scan& scan,
                   std::uint64_t owners, std::optional<Delivery> wanted = {});

}  // namespace simdrive::engine
