#include "driver/rehearsal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "base/cores.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/allocate.hpp"
#include "driver/measured_memory.hpp"
#include "driver/memory_check.hpp"
#include "driver/memory_report.hpp"
#include "driver/session.hpp"
#include "driver/stop_signal.hpp"
#include "engine/construction.hpp"
#include "engine/drawn_spikes.hpp"
#include "engine/exchange_plan.hpp"
#include "engine/replay.hpp"
#include "engine/simulation.hpp"
#include "memory/allocator.hpp"
#include "memory/usage.hpp"
#include "report/phases.hpp"
#include "report/progress.hpp"

namespace simdrive::driver {

namespace {

constexpr double ms_per_s = 1000;

class Rehearsal {
  public:
    Rehearsal(const Options& options, const mpi::Communicator& comm)
        : options_(options),
          comm_(comm),
          ranks_(number_of_ranks(options, comm)),
          wanted_(number_of_rank(*options.rehearse_rank, ranks_)),
          threads_(options.threads.value_or(1)),
          team_(threads_) {}

    ExitCode run() {
        const std::uint64_t program = memory::resident().now;
        clock_.enter("read and check");
        session_ = open_session(options_, comm_);
        scan_ = scan_session(*session_, comm_);
        plan_synapses(*session_, scan_, std::uint64_t{ranks_} * threads_);
        clock_.enter("allocate");
        allocated_ = allocate_for_run(options_, *session_, scan_, ranks_, program, comm_);
        rank_ = chosen_rank();
        scan_.in_degrees = {};
        memory::release_free_pages();
        // The allocation is rank 0's work in a run: only there it belongs to the peak.
        if (rank_ != 0 && !memory::forget_peak())
            log::warn("the kernel does not reset the peak: it includes the allocation's");
        log::info("rehearsal of rank {} of {}, which the estimate gives {}", rank_, ranks_,
                  format_bytes(static_cast<double>(allocated_.estimate.needs[rank_].built)));
        check_memory(options_, allocated_.estimate, rank_, comm_);
        build();
        memory_ = measured_memory(allocated_, rank_, shares_);
        if (options_.rehearse_ms > 0) simulate();
        clock_.stop();
        print();
        return result_.stopped ? ExitCode::stopped : ExitCode::done;
    }

  private:
    static std::uint32_t number_of_ranks(const Options& options, const mpi::Communicator& comm) {
        if (comm.size() > 1) {
            throw UsageError(
                fmt::format("--rehearse-rank on {} MPI ranks; expected one: start simdrive "
                            "without a launcher",
                            comm.size()));
        }
        if (!options.target_ranks)
            throw UsageError("--rehearse-rank without --num-target-ranks; say how many ranks there would be");
        return *options.target_ranks;
    }

    /// None for "largest" and "smallest", which the estimate knows.
    static std::optional<std::uint32_t> number_of_rank(const std::string& wanted, std::uint32_t ranks) {
        if (wanted == "largest" || wanted == "smallest") return std::nullopt;
        std::uint32_t rank = 0;
        const char* past = wanted.data() + wanted.size();
        const auto [end, error] = std::from_chars(wanted.data(), past, rank);
        if (error == std::errc{} && end == past && rank < ranks) return rank;
        throw UsageError(
            fmt::format("--rehearse-rank={}; expected a rank from 0 to {}, \"largest\" or \"smallest\"",
                        wanted, ranks - 1));
    }

    std::uint32_t chosen_rank() const {
        if (wanted_) return *wanted_;
        const auto& needs = allocated_.estimate.needs;
        const auto less = [](const auto& a, const auto& b) { return a.built < b.built; };
        const auto found = *options_.rehearse_rank == "largest"
                               ? std::max_element(needs.begin(), needs.end(), less)
                               : std::min_element(needs.begin(), needs.end(), less);
        return static_cast<std::uint32_t>(found - needs.begin());
    }

    bool owned(Gid gid) const { return allocated_.bucket_of[gid] / options_.cycles == rank_; }

    void build() {
        clock_.enter("build");
        nodes_.emplace(session_->circuit, session_->shape, allocated_.bucket_of, rank_, options_.cycles,
                       threads_);
        shares_ = engine::construct({session_->circuit, scan_, session_->shape, session_->stimuli, *nodes_,
                                     allocated_.bucket_of, ranks_, session_->grid.dt()},
                                    comm_, team_);
        replay_ = engine::Replay(read_replays(session_->replays, session_->circuit, session_->grid,
                                              [&](Gid gid) { return owned(gid); }));
    }

    /// The sources whose spikes other ranks would send here: a bit a gid.
    std::vector<std::uint64_t> senders() {
        const std::uint64_t gids = session_->shape.gids;
        auto bits = engine::sources_with_targets(shares_, gids);
        std::uint64_t with_targets = 0;
        for (const auto word : bits) with_targets += static_cast<std::uint64_t>(std::popcount(word));
        // As a run decides it, if its other ranks had targets of as many sources as this one.
        engine::TargetSpread spread;
        spread.pairs = with_targets * (ranks_ - 1);
        spread.most_receivers = ranks_ - 1;
        using engine::ExchangeKind;
        const double epoch_ms = session_->grid.time(
            engine::steps_between_exchanges(session_->shape.epoch, static_cast<int>(ranks_)));
        to_targets_ = session_->exchange ? *session_->exchange == ExchangeKind::to_targets
                                         : engine::pays_to_targets(spread, gids, ranks_, epoch_ms);
        if (!to_targets_) bits.assign(bits.size(), ~std::uint64_t{0});
        for (const Gid own : nodes_->gids()) bits[own / 64] &= ~(std::uint64_t{1} << (own % 64));
        return bits;
    }

    void simulate() {
        const double dt = session_->grid.dt();
        engine::DrawnSpikes feed(replay_, senders(), session_->shape.gids,
                                 std::min(1.0, options_.rehearse_hz * dt / ms_per_s),
                                 session_->configuration.run.random_seed);
        report::Progress::Settings shown;
        shown.end_ms = options_.rehearse_ms;
        shown.terminal = report::Progress::on_terminal();
        shown.silent = options_.verbosity < 0;
        report::Progress progress(shown);
        const StopSignal stop;
        engine::LoopSettings settings;
        settings.steps = session_->grid.nearest(options_.rehearse_ms);
        settings.epoch = engine::steps_between_exchanges(session_->shape.epoch, static_cast<int>(ranks_));
        settings.patient = threads_ <= allowed_cores();
        settings.stop = stop.flag();
        settings.on_epoch = [&](Step done) { progress.update(session_->grid.time(done)); };
        clock_.stop();
        result_ = engine::simulate(shares_, feed, settings, comm_, team_);
        progress.finish(session_->grid.time(result_.steps));
        clock_.add("update", result_.seconds.update);
        clock_.add("deliver", result_.seconds.deliver);
        clock_.add("wait for threads", result_.seconds.wait);
        clock_.add("merge spikes", result_.seconds.exchange - feed.seconds());
        clock_.add("draw spikes (rehearsal only)", feed.seconds());
        loop_seconds_ = result_.seconds.update + result_.seconds.deliver + result_.seconds.wait +
                        result_.seconds.exchange - feed.seconds();
    }

    void print() const {
        const auto memory = report::estimate_against_measured({memory_}, true, rank_);
        const auto phases = report::phase_table(report::gather_phases(clock_.phases(), comm_));
        if (options_.json) {
            const nlohmann::json document{{"rank", rank_},
                                          {"ranks", ranks_},
                                          {"threads", threads_},
                                          {"fingerprint", scan_.fingerprint.text()},
                                          {"memory", memory.json()},
                                          {"phases", phases.json()},
                                          {"model_ms", session_->grid.time(result_.steps)},
                                          {"loop_s", loop_seconds_},
                                          {"synaptic_events", result_.events},
                                          {"spikes", result_.spikes.size()}};
            fmt::print("{}\n", document.dump(2));
            return;
        }
        fmt::print("{}\n{}\n", memory.text(), phases.text());
        if (result_.steps > 0) fmt::print("{}\n", rates_text());
    }

    std::string rates_text() const {
        const double model_s = session_->grid.time(result_.steps) / ms_per_s;
        return fmt::format(
            "{} sources at {:g} Hz for {:g} ms, spikes sent {}: {:.3g} s of computing a second of model time "
            "(communication not included), {:.3g} M synaptic events/s",
            format_count(session_->shape.gids), options_.rehearse_hz, model_s * ms_per_s,
            to_targets_ ? "to the ranks with targets" : "to all ranks", loop_seconds_ / model_s,
            static_cast<double>(result_.events) / loop_seconds_ / 1e6);
    }

    const Options& options_;
    const mpi::Communicator& comm_;
    std::uint32_t ranks_;
    std::optional<std::uint32_t> wanted_;
    std::uint32_t threads_;
    engine::ThreadTeam team_;
    std::uint32_t rank_ = 0;
    report::PhaseClock clock_;
    std::unique_ptr<Session> session_;
    circuit::Scan scan_;
    Allocated allocated_;
    std::optional<engine::RankNodes> nodes_;
    std::vector<std::unique_ptr<engine::ThreadShare>> shares_;
    engine::Replay replay_;
    bool to_targets_ = false;
    report::RankMemory memory_;
    engine::LoopResult result_;
    double loop_seconds_ = 0;
};

}  // namespace

ExitCode rehearse(const Options& options, const mpi::Communicator& comm) {
    return Rehearsal(options, comm).run();
}

}  // namespace simdrive::driver
