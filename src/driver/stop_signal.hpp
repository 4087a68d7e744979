#pragma once

#include <atomic>

namespace simdrive::driver {

/// While it lives, SIGINT and SIGTERM set a flag instead of ending the program; the run ends in good order at
/// its next exchange. A third signal ends the program at once.
class StopSignal {
  public:
    StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;
    ~StopSignal();

    const std::atomic<bool>* flag() const;
};

}  // namespace simdrive::driver
