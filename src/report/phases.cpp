#include "report/phases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace simdrive::report {

namespace {

double over(double a, double b) {
    return b > 0 ? a / b : 0;
}

/// "12.3 M": three figures and a power of a thousand.
std::string short_number(double value) {
    for (const auto& [unit, name] :
         {std::pair(1e12, " T"), std::pair(1e9, " G"), std::pair(1e6, " M"), std::pair(1e3, " k")}) {
        if (value >= unit) return fmt::format("{:.3g}{}", value / unit, name);
    }
    return fmt::format("{:.3g}", value);
}

}  // namespace

void PhaseClock::enter(std::string_view name) {
    stop();
    current_ = index_of(name);
    entered_ = Clock::now();
    running_ = true;
}

void PhaseClock::stop() {
    if (!running_) return;
    phases_[current_].seconds += std::chrono::duration<double>(Clock::now() - entered_).count();
    running_ = false;
}

void PhaseClock::add(std::string_view name, double seconds) {
    phases_[index_of(name)].seconds += seconds;
}

double PhaseClock::total() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::size_t PhaseClock::index_of(std::string_view name) {
    const auto found =
        std::find_if(phases_.begin(), phases_.end(), [&](const auto& phase) { return phase.name == name; });
    if (found != phases_.end()) return static_cast<std::size_t>(found - phases_.begin());
    phases_.push_back({std::string(name), 0});
    return phases_.size() - 1;
}

std::vector<PhaseSpread> gather_phases(const std::vector<PhaseSeconds>& mine, const mpi::Communicator& comm) {
    std::string names;
    for (const PhaseSeconds& phase : mine) names += phase.name + "\n";
    names = comm.broadcast(names);
    std::vector<PhaseSpread> phases;
    for (std::size_t from = 0, to = 0; (to = names.find('\n', from)) != std::string::npos; from = to + 1) {
        phases.push_back({names.substr(from, to - from), {}});
    }
    for (PhaseSpread& phase : phases) {
        const auto found =
            std::find_if(mine.begin(), mine.end(), [&](const auto& m) { return m.name == phase.name; });
        const double seconds = found != mine.end() ? found->seconds : 0;
        phase.seconds = {comm.min(seconds), comm.sum(seconds) / comm.size(), comm.max(seconds)};
    }
    return phases;
}

Table phase_table(const std::vector<PhaseSpread>& phases) {
    Table table("Time by phase, over ranks", {{"phase", "", Align::left},
                                              {"least", "least_s", Align::right},
                                              {"mean", "mean_s", Align::right},
                                              {"largest", "largest_s", Align::right},
                                              {"largest/mean", "imbalance", Align::right},
                                              {"share", "", Align::right}});
    double total = 0;
    for (const PhaseSpread& phase : phases) total += phase.seconds.mean;
    const auto add = [&](const std::string& name, const Spread& seconds) {
        table.add_row({name, Cell::seconds(seconds.least), Cell::seconds(seconds.mean),
                       Cell::seconds(seconds.largest), Cell::number(seconds.imbalance(), 2),
                       Cell::percent(over(seconds.mean, total), 1)});
    };
    for (const PhaseSpread& phase : phases) add(phase.name, phase.seconds);
    table.add_separator();
    table.add_row({"all", {}, Cell::seconds(total), {}, {}, Cell::percent(over(total, total), 1)});
    return table;
}

double Rates::real_time_factor() const {
    return over(1e3 * wall_seconds, model_ms);
}
double Rates::events_per_second() const {
    return over(static_cast<double>(events), wall_seconds);
}
double Rates::events_per_second_and_core() const {
    return over(events_per_second(), cores);
}
double Rates::mean_rate_hz() const {
    return over(1e3 * static_cast<double>(spikes), model_ms * static_cast<double>(neurons));
}

std::string rates_text(const Rates& rates) {
    return fmt::format(
        "real-time factor {:.3g}, {} synaptic events/s ({}/s per core), {} spikes, mean rate {:.3g} Hz",
        rates.real_time_factor(), short_number(rates.events_per_second()),
        short_number(rates.events_per_second_and_core()), format_count(rates.spikes), rates.mean_rate_hz());
}

}  // namespace simdrive::report
