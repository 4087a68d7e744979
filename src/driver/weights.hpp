#pragma once

#include <cstdint>
#include <vector>

#include "circuit/scan.hpp"
#include "engine/load.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// What every node of the circuit weighs, on rank 0; empty elsewhere.
struct Weights {
    circuit::InDegrees in_degrees;     ///< by gid
    std::vector<std::uint64_t> bytes;  ///< by gid: the node itself, its inputs and the synapses onto it
};

/// Collective. Brings the in-degrees of all ranks to rank 0 and turns them into bytes by the engine's
/// footprints.
Weights gather_weights(const circuit::Circuit& circuit, const engine::Shape& shape,
                       const engine::StimulusPlan& stimuli, const circuit::Scan& scan,
                       const mpi::Communicator& comm);

}  // namespace simdrive::driver
