#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/spread.hpp"
#include "mpi/communicator.hpp"
#include "report/table.hpp"

namespace simdrive::report {

/// Seconds that this rank spent in a phase.
struct PhaseSeconds {
    std::string name;
    double seconds = 0;
};

/// Times named phases that follow one another.
///
///     PhaseClock clock;
///     clock.enter("read circuit");   // ends the phase before
///     clock.enter("build");
///     clock.stop();
class PhaseClock {
  public:
    /// Ends the current phase, if any, and goes on with `name`; a phase may be entered again.
    void enter(std::string_view name);
    void stop();
    /// Adds time that was measured elsewhere (the parts of the simulation loop).
    void add(std::string_view name, double seconds);
    /// In the order in which phases were first entered.
    const std::vector<PhaseSeconds>& phases() const { return phases_; }
    /// Since this clock was made.
    double total() const;

  private:
    using Clock = std::chrono::steady_clock;
    std::size_t index_of(std::string_view name);

    std::vector<PhaseSeconds> phases_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point entered_;
    std::size_t current_ = 0;
    bool running_ = false;
};

/// Seconds that ranks spent in a phase.
struct PhaseSpread {
    std::string name;
    Spread seconds;
};

/// Collective. The phases of rank 0, in its order; a rank that has no phase of that name counts 0.
std::vector<PhaseSpread> gather_phases(const std::vector<PhaseSeconds>& mine, const mpi::Communicator& comm);

/// One row a phase: least, mean and largest over ranks, largest over mean, and the share of the sum of means.
Table phase_table(const std::vector<PhaseSpread>& phases);

/// The headline figures of a run.
struct Rates {
    double model_ms = 0;       ///< model time that was simulated
    double wall_seconds = 0;   ///< of the simulation loop, on the slowest rank
    std::uint64_t events = 0;  ///< synaptic events of all ranks
    std::uint64_t spikes = 0;  ///< of all ranks
    std::uint64_t neurons = 0;
    std::uint32_t cores = 1;  ///< ranks · threads

    /// Wall-clock time over model time: below 1 is faster than life.
    double real_time_factor() const;
    double events_per_second() const;
    double events_per_second_and_core() const;
    double mean_rate_hz() const;
};

/// "real-time factor 3.21, 12.3 M synaptic events/s (6.1 M/s per core), mean rate 3.4 Hz".
std::string rates_text(const Rates& rates);

}  // namespace simdrive::report
