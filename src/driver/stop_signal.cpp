#include "driver/stop_signal.hpp"

#include <csignal>

namespace simdrive::driver {

namespace {

// A handler may touch lock-free atomics alone.
std::atomic<bool> stop_requested = false;
std::atomic<int> signals_seen = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void on_signal(int number) {
    stop_requested = true;
    if (++signals_seen < 3) return;
    std::signal(number, SIG_DFL);
    std::raise(number);
}

}  // namespace

StopSignal::StopSignal() {
    stop_requested = false;
    signals_seen = 0;
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

StopSignal::~StopSignal() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>* StopSignal::flag() const {
    return &stop_requested;
}

}  // namespace simdrive::driver
