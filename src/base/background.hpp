#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace simdrive {

/// One thread that does one piece of work at a time beside its owner, and lives as long as it.
class Background {
  public:
    Background() : thread_([this] { serve(); }) {}
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;
    /// Waits for the work at hand.
    ~Background();

    /// Begins `work`. The work before must have been waited for.
    void start(std::function<void()> work);
    /// Waits for the work that was started last, and rethrows what it threw.
    void wait();

    /// Waits at the end of a scope, also when an exception leaves it, for work that refers to what lives
    /// there.
    class Scope {
      public:
        explicit Scope(Background& background) : background_(background) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() { background_.finish(); }

      private:
        Background& background_;
    };

  private:
    void finish();
    void serve();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> work_;
    std::exception_ptr fault_;
    bool busy_ = false;
    bool stopping_ = false;
    std::thread thread_;  // last: it uses what stands above
};

}  // namespace simdrive
