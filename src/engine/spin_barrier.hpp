#pragma once

#include <atomic>
#include <cstdint>

namespace simdrive::engine {

/// Where the threads of a rank meet, thousands of times a second. A waiting thread spins for a while, so that
/// short waits cost no call into the kernel; then it sleeps, so that long ones leave the core to others.
class SpinBarrier {
  public:
    /// `patient`: every thread has a core of its own. Otherwise spinning would keep others from arriving.
    SpinBarrier(std::uint32_t threads, bool patient) : threads_(threads), spins_(patient ? 4096 : 0) {}

    /// Returns when all threads have called it. What they wrote before is seen after.
    void arrive_and_wait() {
        const std::uint32_t round = round_.load(std::memory_order_relaxed);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
            arrived_.store(0, std::memory_order_relaxed);
            round_.store(round + 1, std::memory_order_release);
            round_.notify_all();
            return;
        }
        for (std::uint32_t spin = 0; spin < spins_; ++spin) {
            if (round_.load(std::memory_order_acquire) != round) return;
            __builtin_ia32_pause();
        }
        round_.wait(round, std::memory_order_acquire);
    }

  private:
    static constexpr std::size_t line = 64;

    std::uint32_t threads_;
    std::uint32_t spins_;
    // On lines of their own: one is written by all, the other read by all.
    alignas(line) std::atomic<std::uint32_t> arrived_ = 0;
    alignas(line) std::atomic<std::uint32_t> round_ = 0;
};

}  // namespace simdrive::engine
