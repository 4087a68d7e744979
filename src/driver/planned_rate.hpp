#pragma once

namespace simdrive::driver {

/// Spikes of a source a second that memory and work are planned for where they follow the spikes: nobody
/// knows them before a run.
constexpr double planned_rate_hz = 5;

}  // namespace simdrive::driver
