#pragma once

#include <cstdint>

namespace simdrive::engine {

/// Slots of one port of a block: one a neuron, padded so that each port begins on a cache line.
constexpr std::uint64_t slot_stride(std::uint64_t neurons) {
    return (neurons + 7) / 8 * 8;
}

}  // namespace simdrive::engine
