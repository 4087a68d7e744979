#include "driver/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/log.hpp"
#include "memory/allocator.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::driver {

namespace {

/// The row of `table` that is called `name`. The command line has checked that there is one.
template <class T, std::size_t N>
T named(const std::array<std::pair<std::string_view, T>, N>& table, const std::string& name) {
    for (const auto& [known, value] : table) {
        if (known == name) return value;
    }
    throw UsageError(fmt::format("unknown value \"{}\"", name));
}

std::optional<engine::Delivery> delivery_of(const Options& options) {
    using engine::Delivery;
    static constexpr std::array<std::pair<std::string_view, std::optional<Delivery>>, 3> table{
        {{"auto", std::nullopt}, {"when-due", Delivery::when_due}, {"at-once", Delivery::at_once}}};
    return named(table, options.delivery);
}

std::optional<engine::ExchangeKind> exchange_of(const Options& options) {
    using engine::ExchangeKind;
    static constexpr std::array<std::pair<std::string_view, std::optional<ExchangeKind>>, 3> table{
        {{"auto", std::nullopt}, {"all", ExchangeKind::to_all}, {"targets", ExchangeKind::to_targets}}};
    return named(table, options.exchange);
}

circuit::WeightPrecision weight_precision_of(const Options& options) {
    using circuit::WeightPrecision;
    static constexpr std::array<std::pair<std::string_view, WeightPrecision>, 4> table{
        {{"auto", WeightPrecision::automatic},
         {"half", WeightPrecision::half},
         {"single", WeightPrecision::single},
         {"double", WeightPrecision::full}}};
    return named(table, options.weight_precision);
}

}  // namespace

std::unique_ptr<Session> open_session(const Options& options, Problems& problems) {
    auto configuration = sonata::load_configuration(options.config, problems);
    for (const auto& warning : configuration.warnings) log::warn("{}", warning);
    if (!problems.empty()) return nullptr;
    const bool simulates = options.command == Command::simulate;
    if (simulates && !configuration.has_simulation) {
        problems.add(configuration.file.string() +
                     ": there is no \"run\" section; expected a simulation configuration");
        return nullptr;
    }
    // A circuit alone has no time grid of its own; delays are then told in steps of NEST's default.
    constexpr double default_dt = 0.1;
    std::unique_ptr<Session> session;
    problems.attempt([&] {
        const TimeGrid grid(configuration.run.dt > 0 || simulates ? configuration.run.dt : default_dt);
        session = std::make_unique<Session>(Session{
            std::move(configuration), grid, {}, {}, delivery_of(options), exchange_of(options), {}, {}, 0});
    });
    if (!session) return nullptr;
    session->circuit =
        circuit::Circuit::load(session->configuration, session->grid, weight_precision_of(options), problems);
    if (!problems.empty()) return nullptr;
    session->shape = engine::shape_of(session->circuit, problems);
    if (!simulates) return session;
    auto inputs = resolve_inputs(session->configuration, session->circuit, session->grid, problems);
    session->replays = std::move(inputs.replays);
    session->stimuli =
        engine::plan_stimuli(std::move(inputs.stimuli), session->circuit, session->shape, problems);
    for (const auto& report : session->configuration.reports) {
        log::warn("{}: reports are not supported yet; none is written", report.where);
    }
    return session;
}

std::unique_ptr<Session> open_session(const Options& options, const mpi::Communicator& comm) {
    return mpi::agreed(comm, [&] {
        const std::uint64_t before = memory::live_bytes_of_this_thread();
        Problems problems;
        auto session = open_session(options, problems);
        problems.throw_if_any();
        const std::uint64_t after = memory::live_bytes_of_this_thread();
        session->bytes = after - std::min(before, after);
        return session;
    });
}

}  // namespace simdrive::driver
