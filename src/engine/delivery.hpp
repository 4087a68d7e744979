#pragma once

#include <cstdint>
#include <span>

#include "engine/input_ring.hpp"
#include "engine/synapse_rows.hpp"

namespace simdrive::engine {

/// A part of a row and where it goes.
struct DeliveryJob {
    std::uint64_t first;  ///< synapse
    std::uint64_t base;   ///< slot that its targets count from
    double weight;        ///< where none is stored
    std::uint32_t count;
};

/// Adds the weights of each job's synapses to `slots`, job after job.
void deliver(const SynapseRows& rows, std::span<const DeliveryJob> jobs, double* slots);

/// Adds the weights of each job's synapses to the ring, each as many steps after `place` as its delay says.
void deliver(const SynapseRows& rows, std::span<const DeliveryJob> jobs, InputRing& ring,
             std::uint32_t place);

}  // namespace simdrive::engine
