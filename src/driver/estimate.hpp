#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/scan.hpp"
#include "engine/load.hpp"
#include "memory/footprint.hpp"

namespace simdrive::driver {

/// What each rank's arenas will hold, and what construction needs beside it.
struct RankEstimate {
    memory::Footprint arenas;
    std::uint64_t construction = 0;  ///< bytes beside what stays, at the peak
};

/// Who holds what, as buckets: `bucket_of[gid]` = rank · cycles + cycle.
struct Dealing {
    std::span<const std::uint32_t> bucket_of;
    std::uint32_t ranks = 1;
    std::uint32_t cycles = 1;
    std::uint32_t threads = 1;
};

/// By rank. Exact but for the number of sources that have targets on a thread, which is an expectation.
std::vector<RankEstimate> estimate_ranks(const circuit::Circuit& circuit, const engine::Shape& shape,
                                         const engine::StimulusPlan& stimuli, const circuit::Scan& scan,
                                         const circuit::InDegrees& in_degrees, const Dealing& dealing);

/// What the arenas of each rank will hold, with the allocator's rounding.
std::vector<std::uint64_t> arena_bytes(const std::vector<RankEstimate>& ranks);

}  // namespace simdrive::driver
