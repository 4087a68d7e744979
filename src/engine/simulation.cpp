#include "engine/simulation.hpp"

#include <algorithm>
#include <chrono>

#include "engine/spin_barrier.hpp"

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
    Loop(std::vector<std::unique_ptr<ThreadShare>>& shares, SpikeFeed& feed, const LoopSettings& settings,
         const mpi::Communicator& comm)
        : shares_(shares),
          feed_(feed),
          settings_(settings),
          epoch_(steps_between_exchanges(settings.epoch, comm.size())),
          overlaps_(epoch_ < settings.epoch),
          exchange_(comm, settings.targets),
          barrier_(static_cast<std::uint32_t>(shares.size()), settings.patient) {}

    void run_thread(std::uint32_t thread) {
        ThreadShare& share = *shares_[thread];
        if (thread == 0) exchange_at_start();
        barrier_.arrive_and_wait();
        share.take(spikes_, 0);
        Step k = 0;
        while (k < settings_.steps && !stopping_) {
            const Step length = std::min(epoch_, settings_.steps - k);
            advance(thread, k, length);
            share.sort_spikes();
            lap(thread, &LoopSeconds::update);
            barrier_.arrive_and_wait();
            lap(thread, &LoopSeconds::wait);
            if (thread == 0) exchange(k, length);
            lap(thread, &LoopSeconds::exchange);
            barrier_.arrive_and_wait();
            share.take(spikes_, spikes_epoch_);
            lap(thread, &LoopSeconds::deliver);
            k += length;
            if (thread != 0) continue;
            result_.steps = k;
            if (settings_.on_epoch) settings_.on_epoch(k);
        }
        if (thread == 0 && under_way_) exchange_.end();
    }

    LoopResult take_result() {
        result_.stopped = stopping_ && result_.steps < settings_.steps;
        for (const auto& share : shares_) result_.events += share->events();
        return std::move(result_);
    }

  private:
    /// Slice by slice: what falls due, then the neurons.
    void advance(std::uint32_t thread, Step epoch, Step length) {
        ThreadShare& share = *shares_[thread];
        const Step slice = share.slice();
        for (Step first = epoch; first < epoch + length; first += slice) {
            const Step past = std::min(first + slice, epoch + length);
            if (share.delivers_when_due()) {
                share.deliver_due(first, past);
                lap(thread, &LoopSeconds::deliver);
            }
            share.advance(epoch, first, past);
            lap(thread, &LoopSeconds::update);
            if (thread == 0 && under_way_) exchange_.progress();
        }
    }

    void lap(std::uint32_t thread, double LoopSeconds::*part) {
        if (thread == 0) result_.seconds.*part += watch_.lap();
    }

    /// Replayed spikes at step 0.
    void exchange_at_start() {
        feed_.emit(0, 0, 1, fed_);
        spikes_ = exchange_.run(fed_, false);
    }

    void exchange(Step epoch, Step length) {
        collect(epoch, length);
        const bool stop = settings_.stop != nullptr && settings_.stop->load(std::memory_order_relaxed);
        if (!overlaps_) {
            spikes_ = exchange_.run(own_, stop);
            spikes_epoch_ = epoch;
        } else {
            spikes_ = {};
            if (under_way_) spikes_ = exchange_.end();
            spikes_epoch_ = epoch - epoch_;
            exchange_.begin(own_, stop);
            under_way_ = true;
        }
        stopping_ = exchange_.stop_requested();
    }

    /// Puts the spikes of this rank's neurons together, to record them, and then those of its virtual nodes.
    void collect(Step epoch, Step length) {
        lists_.clear();
        for (const auto& share : shares_) lists_.emplace_back(share->spikes());
        merge_sorted(lists_, own_, scratch_);
        for (auto& share : shares_) share->clear_spikes();
        result_.spikes.add(epoch, own_);
        fed_.clear();
        feed_.emit(epoch, 1, length + 1, fed_);
        if (fed_.empty()) return;
        neurons_.swap(own_);
        lists_ = {neurons_, fed_};
        merge_sorted(lists_, own_, scratch_);
    }

    std::vector<std::unique_ptr<ThreadShare>>& shares_;
    SpikeFeed& feed_;
    const LoopSettings& settings_;
    Step epoch_;
    bool overlaps_;  // spikes of an epoch travel while the next one is computed
    Exchange exchange_;
    SpinBarrier barrier_;
    // Written by thread 0 between two barriers, read by the others after the second.
    std::span<const PackedSpike> spikes_;
    Step spikes_epoch_ = 0;
    bool stopping_ = false;
    // Thread 0 alone.
    bool under_way_ = false;
    std::vector<std::span<const PackedSpike>> lists_;
    std::vector<PackedSpike> own_;
    std::vector<PackedSpike> neurons_;
    std::vector<PackedSpike> fed_;
    std::vector<PackedSpike> scratch_;
    Stopwatch watch_;
    LoopResult result_;
};

}  // namespace

Step steps_between_exchanges(Step epoch, int ranks) {
    return ranks > 1 && epoch >= 2 ? epoch / 2 : epoch;
}

LoopResult simulate(std::vector<std::unique_ptr<ThreadShare>>& shares, SpikeFeed& feed,
                    const LoopSettings& settings, const mpi::Communicator& comm, ThreadTeam& team) {
    Loop loop(shares, feed, settings, comm);
    team.run([&](std::uint32_t thread) { loop.run_thread(thread); });
    return loop.take_result();
}

}  // namespace simdrive::engine
