#include "engine/thread_team.hpp"

namespace simdrive::engine {

ThreadTeam::ThreadTeam(unsigned threads) : faults_(threads) {
    for (unsigned t = 1; t < threads; ++t) workers_.emplace_back([this, t] { serve(t); });
}

ThreadTeam::~ThreadTeam() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    start_.notify_all();
    for (auto& worker : workers_) worker.join();
}

void ThreadTeam::run(const std::function<void(unsigned)>& work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        busy_ = static_cast<unsigned>(workers_.size());
        ++round_;
    }
    start_.notify_all();
    attempt(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    work_ = nullptr;
    for (auto& fault : faults_) {
        if (!fault) continue;
        const auto first = std::exchange(fault, nullptr);
        for (auto& other : faults_) other = nullptr;
        std::rethrow_exception(first);
    }
}

void ThreadTeam::attempt(unsigned thread) {
    try {
        (*work_)(thread);
    } catch (...) {
        faults_[thread] = std::current_exception();
    }
}

void ThreadTeam::serve(unsigned thread) {
    std::uint64_t seen = 0;
    while (true) {
        {
            std::unique_lock lock(mutex_);
            start_.wait(lock, [&] { return stopping_ || round_ != seen; });
            if (stopping_) return;
            seen = round_;
        }
        attempt(thread);
        const std::lock_guard lock(mutex_);
        if (--busy_ == 0) done_.notify_one();
    }
}

}  // namespace simdrive::engine
