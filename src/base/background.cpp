#include "base/background.hpp"

#include <utility>

namespace simdrive {

Background::~Background() {
    finish();
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Background::start(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = std::move(work);
        busy_ = true;
    }
    changed_.notify_all();
}

void Background::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
    if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
}

void Background::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
    fault_ = nullptr;
}

void Background::serve() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return busy_ || stopping_; });
        if (!busy_) return;
        lock.unlock();
        std::exception_ptr fault;
        try {
            work_();
        } catch (...) {
            fault = std::current_exception();
        }
        lock.lock();
        fault_ = fault;
        busy_ = false;
        changed_.notify_all();
    }
}

}  // namespace simdrive
