#include "engine/simulation.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>

namespace simdrive::engine {

namespace {

class Stopwatch {
  public:
    /// Seconds since the last call, or since construction.
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const std::chrono::duration<double> passed = now - last_;
        last_ = now;
        return passed.count();
    }

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class Loop {
  public:
    Loop(std::vector<std::unique_ptr<ThreadShare>>& shares, Replay& replay, const LoopSettings& settings,
         const mpi::Communicator& comm)
        : shares_(shares),
          replay_(replay),
          settings_(settings),
          exchange_(comm),
          barrier_(static_cast<std::ptrdiff_t>(shares.size())) {}

    void run_thread(std::uint32_t thread) {
        exchange_and_deliver(thread, 0, 0, 1);  // replayed spikes at step 0
        Step k = 0;
        while (k < settings_.steps && !stopping_) {
            const Step length = std::min(settings_.epoch, settings_.steps - k);
            shares_[thread]->advance(k, length);
            barrier_.arrive_and_wait();
            if (thread == 0) result_.seconds.update += watch_.lap();
            exchange_and_deliver(thread, k, 1, length + 1);
            k += length;
            if (thread == 0) {
                result_.steps = k;
                if (settings_.on_epoch) settings_.on_epoch(k);
            }
        }
    }

    LoopResult take_result() {
        result_.stopped = stopping_ && result_.steps < settings_.steps;
        for (const auto& share : shares_) result_.events += share->events();
        return std::move(result_);
    }

  private:
    void exchange_and_deliver(std::uint32_t thread, Step epoch, Step first_lag, Step past_lag) {
        if (thread == 0) exchange(epoch, first_lag, past_lag);
        barrier_.arrive_and_wait();
        shares_[thread]->take(spikes_, epoch);
        if (thread == 0) result_.seconds.deliver += watch_.lap();
    }

    void exchange(Step epoch, Step first_lag, Step past_lag) {
        own_.clear();
        for (auto& share : shares_) {
            own_.insert(own_.end(), share->spikes().begin(), share->spikes().end());
            share->clear_spikes();
        }
        std::sort(own_.begin(), own_.end());
        for (const PackedSpike spike : own_) result_.spikes.push_back({epoch + spike.lag(), spike.source()});
        replay_.emit(epoch, first_lag, past_lag, own_);
        const bool stop = settings_.stop != nullptr && settings_.stop->load(std::memory_order_relaxed);
        spikes_ = exchange_.run(own_, stop);
        stopping_ = exchange_.stop_requested();
        result_.seconds.exchange += watch_.lap();
    }

    std::vector<std::unique_ptr<ThreadShare>>& shares_;
    Replay& replay_;
    const LoopSettings& settings_;
    Exchange exchange_;
    std::barrier<> barrier_;
    // Written by thread 0 between two barriers, read by the others after the second.
    std::vector<PackedSpike> own_;
    std::span<const PackedSpike> spikes_;
    bool stopping_ = false;
    Stopwatch watch_;
    LoopResult result_;
};

}  // namespace

LoopResult simulate(std::vector<std::unique_ptr<ThreadShare>>& shares, Replay& replay,
                    const LoopSettings& settings, const mpi::Communicator& comm, ThreadTeam& team) {
    Loop loop(shares, replay, settings, comm);
    team.run([&](std::uint32_t thread) { loop.run_thread(thread); });
    return loop.take_result();
}

}  // namespace simdrive::engine
