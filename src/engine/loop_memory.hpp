#pragma once

#include <cstdint>

#include "base/ids.hpp"

namespace simdrive::engine {

/// What the loop's own memory depends on: what lies outside the arenas because it follows the spikes.
struct LoopSize {
    double spikes_per_step = 0;       ///< of all sources together
    double jobs_per_spike = 0;        ///< deliveries that wait after a spike, on all threads of the rank
    Step epoch = 1;                   ///< steps between exchanges
    std::uint32_t longest_delay = 1;  ///< steps
};

/// Bytes of the spikes on their way, as lists of the exchange, and of the deliveries that wait until they are
/// due. Vectors that grow are taken as half empty.
std::uint64_t loop_bytes(const LoopSize& size);

/// Bytes that a spike takes in the record of a run; and beside that while the record is sorted and written.
std::uint64_t recorded_bytes(std::uint64_t spikes);
std::uint64_t writing_bytes(std::uint64_t spikes);

}  // namespace simdrive::engine
