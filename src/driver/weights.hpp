#pragma once

#include <cstdint>
#include <vector>

#include "circuit/scan.hpp"
#include "driver/session.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// What every node of the circuit weighs, on rank 0; empty elsewhere.
struct Weights {
    circuit::InDegrees in_degrees;     ///< by gid
    std::vector<std::uint64_t> bytes;  ///< by gid: the node itself, its inputs and the synapses onto it
    std::vector<std::uint64_t> work;   ///< the same: ns of a core for a second of model time, as planned
};

/// Collective. Brings the in-degrees of all ranks to rank 0 and turns them into bytes by the engine's
/// footprints, and into work, at planned_rate_hz.
Weights gather_weights(const Session& session, const circuit::Scan& scan, const mpi::Communicator& comm);

}  // namespace simdrive::driver
