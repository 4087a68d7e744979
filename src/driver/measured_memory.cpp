#include "driver/measured_memory.hpp"

#include "memory/usage.hpp"

namespace simdrive::driver {

report::RankMemory measured_memory(const Allocated& allocated, std::uint32_t rank,
                                   std::span<const std::unique_ptr<engine::ThreadShare>> shares) {
    report::RankMemory memory{allocated.rank_bytes[rank], 0, 0, allocated.estimate.needs[rank].built,
                              memory::resident().peak};
    for (const auto& share : shares) {
        const auto statistics = share->arena().statistics();
        memory.requested += statistics.requested;
        memory.allocated += statistics.allocated;
    }
    return memory;
}

}  // namespace simdrive::driver
