#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/scan.hpp"
#include "driver/planned_rate.hpp"
#include "driver/session.hpp"
#include "engine/load.hpp"
#include "memory/footprint.hpp"

namespace simdrive::driver {

/// What a rank will need beside the program itself. Bytes.
struct RankEstimate {
    memory::Footprint arenas;
    std::uint64_t libraries = 0;      ///< code, stacks and buffers that building touches first
    std::uint64_t configuration = 0;  ///< the session: configuration, populations, projections, rules
    std::uint64_t owners = 0;         ///< which rank has which node, and places of this rank's nodes
    std::uint64_t under_way = 0;      ///< spikes between ranks and until they are due, at planned_rate_hz
    std::uint64_t replayed = 0;       ///< spikes of this rank's virtual nodes
    std::uint64_t recorded = 0;       ///< spikes of this rank's neurons at the end, at planned_rate_hz
    std::uint64_t dealing = 0;        ///< rank 0, before anything is built
    std::uint64_t construction = 0;   ///< while building, beside what stays
    std::uint64_t cycles_save = 0;    ///< of construction, at most, by more cycles
    std::uint64_t reading = 0;        ///< while files of spikes are read
    std::uint64_t writing = 0;        ///< while recorded spikes are sorted and written

    /// At the end of the loop. Arenas as requested: pages that rounding adds are never touched.
    std::uint64_t steady() const;
    /// The most until the loop begins: it does not depend on any rate.
    std::uint64_t built() const;
    /// The same with as many cycles of construction as are of use.
    std::uint64_t built_in_cycles() const;
    /// The most at any time.
    std::uint64_t peak() const;
};

/// Who holds what, as buckets: `bucket_of[gid]` = rank · cycles + cycle.
struct Dealing {
    std::span<const std::uint32_t> bucket_of;
    std::uint32_t ranks = 1;
    std::uint32_t cycles = 1;
    std::uint32_t threads = 1;
};

/// By rank. Arenas are exact but for the number of sources that have targets on a thread, which is an
/// expectation.
std::vector<RankEstimate> estimate_ranks(const Session& session, const circuit::Scan& scan,
                                         const circuit::InDegrees& in_degrees, const Dealing& dealing);

/// What the arenas of each rank will hold, with the allocator's rounding.
std::vector<std::uint64_t> arena_bytes(const std::vector<RankEstimate>& ranks);

}  // namespace simdrive::driver
