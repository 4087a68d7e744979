#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "driver/allocate.hpp"
#include "engine/thread_share.hpp"
#include "report/memory_tables.hpp"

namespace simdrive::driver {

/// What this process was estimated to take as rank `rank`, and what it took until now.
report::RankMemory measured_memory(const Allocated& allocated, std::uint32_t rank,
                                   std::span<const std::unique_ptr<engine::ThreadShare>> shares);

}  // namespace simdrive::driver
