#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace simdrive::engine {

/// The threads of a rank, for its whole life. Thread 0 is the caller's own, so that MPI stays on the main
/// thread.
class ThreadTeam {
  public:
    explicit ThreadTeam(unsigned threads);
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;
    ~ThreadTeam();

    unsigned size() const { return static_cast<unsigned>(workers_.size()) + 1; }
    /// Runs `work(thread)` on every thread and waits for all. Rethrows the fault of the lowest thread that
    /// had one.
    void run(const std::function<void(unsigned thread)>& work);

  private:
    void serve(unsigned thread);
    void attempt(unsigned thread);

    std::vector<std::thread> workers_;
    std::mutex mutex_;
    std::condition_variable start_;
    std::condition_variable done_;
    const std::function<void(unsigned)>* work_ = nullptr;
    std::vector<std::exception_ptr> faults_;
    std::uint64_t round_ = 0;
    unsigned busy_ = 0;
    bool stopping_ = false;
};

}  // namespace simdrive::engine
