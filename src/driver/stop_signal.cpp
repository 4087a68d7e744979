#include "driver/stop_signal.hpp"

#include <signal.h>
#include <unistd.h>

namespace simdrive::driver {

namespace {

// A handler may touch lock-free atomics alone.
std::atomic<bool> stop_requested = false;
std::atomic<int> signals_seen = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void handle(int number, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigaction(number, &action, nullptr);
}

void on_signal(int number) {
    stop_requested = true;
    if (++signals_seen < 3) return;
    handle(number, SIG_DFL);
    if (raise(number) != 0) _exit(128 + number);
}

}  // namespace

StopSignal::StopSignal() {
    stop_requested = false;
    signals_seen = 0;
    handle(SIGINT, on_signal);
    handle(SIGTERM, on_signal);
}

StopSignal::~StopSignal() {
    handle(SIGINT, SIG_DFL);
    handle(SIGTERM, SIG_DFL);
}

const std::atomic<bool>* StopSignal::flag() const {
    return &stop_requested;
}

}  // namespace simdrive::driver
