#include "driver/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/cores.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/allocate.hpp"
#include "driver/measured_memory.hpp"
#include "driver/memory_check.hpp"
#include "driver/memory_report.hpp"
#include "driver/provenance.hpp"
#include "driver/session.hpp"
#include "driver/spike_output.hpp"
#include "driver/stop_signal.hpp"
#include "engine/construction.hpp"
#include "engine/exchange_plan.hpp"
#include "engine/replay.hpp"
#include "engine/simulation.hpp"
#include "memory/allocator.hpp"
#include "memory/numa_policy.hpp"
#include "memory/usage.hpp"
#include "mpi/agreement.hpp"
#include "report/phases.hpp"
#include "report/progress.hpp"
#include "report/run_summary.hpp"

namespace simdrive::driver {

namespace {

class Run {
  public:
    Run(const Options& options, const mpi::Communicator& comm)
        : options_(options), comm_(comm), threads_(options.threads.value_or(1)), team_(threads_) {}

    ExitCode run() {
        check_policies();
        const std::uint64_t program = comm_.max(memory::resident().now);  // before anything is read
        clock_.enter("read and check");
        session_ = open_session(options_, comm_);
        scan_ = scan_session(*session_, comm_);
        plan_synapses(*session_, scan_, static_cast<std::uint64_t>(comm_.size()) * threads_);
        clock_.enter("allocate");
        allocated_ = allocate_for_run(options_, *session_, scan_, static_cast<std::uint32_t>(comm_.size()),
                                      program, comm_);
        scan_.in_degrees = {};  // of use to the allocation alone
        memory::release_free_pages();
        tell_allocation();
        check_memory(options_, allocated_.estimate, static_cast<std::uint32_t>(comm_.rank()), comm_);
        build();
        measure_memory();
        if (options_.simulate_model) simulate();
        clock_.stop();
        finish();
        return result_.stopped ? ExitCode::stopped : ExitCode::done;
    }

  private:
    /// Threads inherit the policy of main; one thread left on another would have the whole process scanned.
    void check_policies() {
        const auto main_policy = memory::current_thread_policy();
        std::vector<std::uint8_t> alike(threads_);
        team_.run(
            [&](unsigned thread) { alike[thread] = memory::current_thread_policy() == main_policy ? 1 : 0; });
        const auto others = std::count(alike.begin(), alike.end(), 0);
        if (others > 0)
            log::warn("{} of {} threads have another memory policy than the main thread", others, threads_);
    }

    void tell_allocation() const {
        if (allocated_.origin == "read") {
            log::info("load balance {}: {} fits and is used", allocated_.mode, allocated_.file);
        } else if (allocated_.mode != "RoundRobin") {
            log::info("load balance {}: allocation generated ({}), since {}; {}", allocated_.mode,
                      allocated_.origin, allocated_.reason,
                      allocated_.file.empty() ? "not kept" : "written to " + allocated_.file);
        } else {
            log::info("load balance {}{}", allocated_.mode,
                      options_.load_balance_mode ? "" : ": no allocation fits (" + allocated_.reason + ")");
        }
    }

    void build() {
        clock_.enter("build");
        nodes_.emplace(session_->circuit, session_->shape, allocated_.bucket_of,
                       static_cast<std::uint32_t>(comm_.rank()), options_.cycles, threads_);
        shares_ = engine::construct(
            {session_->circuit, scan_, session_->shape, session_->stimuli, *nodes_, allocated_.bucket_of,
             static_cast<std::uint32_t>(comm_.size()), session_->grid.dt()},
            comm_, team_);
        replay_ = mpi::agreed(comm_, [&] {
            const auto rank = static_cast<std::uint32_t>(comm_.rank());
            return engine::Replay(
                read_replays(session_->replays, session_->circuit, session_->grid,
                             [&](Gid gid) { return allocated_.bucket_of[gid] / options_.cycles == rank; }));
        });
        plan_exchange();
    }

    void plan_exchange() {
        const auto steps = engine::steps_between_exchanges(session_->shape.epoch, comm_.size());
        exchange_ = engine::plan_exchange(shares_, *nodes_, allocated_.bucket_of, session_->exchange,
                                          session_->grid.time(steps), comm_);
        if (comm_.size() == 1) return;
        if (!exchange_.targets) {
            log::info("exchange: every spike goes to all ranks");
            return;
        }
        log::info(
            "exchange: spikes go to the ranks where they have targets, {:.1f} % of the others; {} bytes for "
            "it on a rank",
            100 * exchange_.share, comm_.max(exchange_.targets->bytes()));
    }

    /// After construction: what the peak was until then, and what the arenas hold.
    void measure_memory() {
        const auto mine = measured_memory(allocated_, static_cast<std::uint32_t>(comm_.rank()), shares_);
        memory_ = comm_.gather_all_values(mine);
        if (comm_.is_root() && !options_.json && options_.verbosity >= 0) {
            fmt::print("{}\n", report::estimate_against_measured(memory_, options_.verbosity > 0).text());
            static_cast<void>(std::fflush(stdout));  // before the log goes on
        }
    }

    /// Collective. Whether every thread of every rank has a core of its own. Launchers that bind ranks give
    /// them different cores.
    bool has_core_for_every_thread() const {
        const unsigned allowed = allowed_cores();
        const bool bound = allowed < online_cores();
        const int ranks = comm_.node().size();
        const auto together = static_cast<std::uint64_t>(ranks) * threads_;
        const bool enough = threads_ <= allowed && (bound || together <= allowed);
        if (comm_.max(std::uint64_t{threads_ > allowed}) > 0) {
            log::warn(
                "{} threads a rank share {} cores; ask the launcher for a core each (srun "
                "--cpus-per-task={}, "
                "mpirun --map-by slot:PE={})",
                threads_, allowed, threads_, threads_);
        }
        const bool all = comm_.min(std::uint64_t{enough}) == 1;
        if (!all) {
            log::info(
                "{} threads of {} ranks share {} cores on this node: those that wait give up their core",
                together, ranks, allowed);
        }
        return all;
    }

    void simulate() {
        const double tstop = session_->configuration.run.tstop;
        const Step steps = session_->grid.nearest(tstop);
        report::Progress::Settings shown;
        shown.end_ms = tstop;
        shown.terminal = report::Progress::on_terminal();
        shown.silent = !comm_.is_root() || options_.verbosity < 0;
        report::Progress progress(shown);
        const StopSignal stop;
        engine::LoopSettings settings;
        settings.steps = steps;
        settings.epoch = session_->shape.epoch;
        settings.patient = has_core_for_every_thread();
        settings.targets = exchange_.targets ? &*exchange_.targets : nullptr;
        settings.stop = stop.flag();
        settings.on_epoch = [&](Step done) { progress.update(session_->grid.time(done)); };
        clock_.stop();
        result_ = engine::simulate(shares_, replay_, settings, comm_, team_);
        progress.finish(session_->grid.time(result_.steps));
        clock_.add("update", result_.seconds.update);
        clock_.add("deliver", result_.seconds.deliver);
        clock_.add("wait for threads", result_.seconds.wait);
        clock_.add("exchange", result_.seconds.exchange);
        clock_.enter("write spikes");
        output_ = write_spike_output(options_, *session_, result_.spikes.unpacked(), comm_);
    }

    void finish() {
        const auto phases = report::gather_phases(clock_.phases(), comm_);
        report::RunSummary summary = summarise(phases);
        mpi::agreed(comm_, [&] {
            if (!comm_.is_root()) return;
            if (options_.simulate_model) {
                const auto file = output_folder(options_, *session_) / "run_summary.json";
                summary.outputs.push_back(file.string());
                report::write_run_summary(file, summary);
            }
            if (options_.json) {
                fmt::print("{}\n", report::to_json(summary).dump(2));
            } else if (options_.verbosity >= 0) {
                fmt::print("{}\n", report::phase_table(phases).text());
                if (options_.simulate_model) fmt::print("{}\n", report::rates_text(summary.rates));
            }
            for (const auto& file : summary.outputs) log::info("wrote {}", file);
            if (result_.stopped) {
                log::warn("stopped by a signal at {} ms of {} ms; what was simulated is written",
                          session_->grid.time(result_.steps), session_->configuration.run.tstop);
            }
        });
    }

    report::RunSummary summarise(const std::vector<report::PhaseSpread>& phases) {
        report::RunSummary summary;
        summary.provenance = provenance();
        summary.command_line = options_.command_line;
        summary.hosts = comm_.gather_all_strings(host_name());
        summary.threads = threads_;
        summary.cycles = options_.cycles;
        summary.circuit_fingerprint = scan_.fingerprint.text();
        summary.configuration = session_->configuration.resolved;
        summary.allocation = {allocated_.mode, allocated_.file, allocated_.origin, allocated_.reason};
        summary.estimate = allocated_.estimate;
        summary.memory = memory_;
        summary.resident_peak = comm_.gather_all_values(memory::resident().peak);
        summary.policies = gather_policies(options_.numa, comm_);
        summary.phases = phases;
        summary.rates = rates();
        summary.synapses = scan_.edges;
        summary.stopped_early = result_.stopped;
        if (!output_.empty()) summary.outputs.push_back(output_);
        return summary;
    }

    report::Rates rates() const {
        report::Rates rates;
        rates.model_ms = session_->grid.time(result_.steps);
        const auto& loop = result_.seconds;
        rates.wall_seconds = comm_.max(loop.update + loop.deliver + loop.wait + loop.exchange);
        rates.events = comm_.sum(result_.events);
        rates.spikes = comm_.sum(result_.spikes.size());
        for (const auto& group : session_->shape.groups) {
            const auto& population = *session_->circuit.populations()[group.population];
            if (group.model != nullptr) rates.neurons += population.groups()[group.group].rows.size();
        }
        rates.cores = static_cast<std::uint32_t>(comm_.size()) * threads_;
        return rates;
    }

    const Options& options_;
    const mpi::Communicator& comm_;
    std::uint32_t threads_;
    engine::ThreadTeam team_;
    report::PhaseClock clock_;
    std::unique_ptr<Session> session_;
    circuit::Scan scan_;
    Allocated allocated_;
    std::optional<engine::RankNodes> nodes_;
    std::vector<std::unique_ptr<engine::ThreadShare>> shares_;
    engine::Replay replay_;
    engine::ExchangePlan exchange_;
    std::vector<report::RankMemory> memory_;
    engine::LoopResult result_;
    std::string output_;
};

}  // namespace

ExitCode run_simulation(const Options& options, const mpi::Communicator& comm) {
    return Run(options, comm).run();
}

}  // namespace simdrive::driver
