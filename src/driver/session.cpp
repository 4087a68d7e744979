#include "driver/session.hpp"

#include "base/log.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::driver {

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
        session = std::make_unique<Session>(Session{std::move(configuration), grid, {}, {}, {}, {}});
    });
    if (!session) return nullptr;
    session->circuit = circuit::Circuit::load(session->configuration, session->grid, problems);
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
        Problems problems;
        auto session = open_session(options, problems);
        problems.throw_if_any();
        return session;
    });
}

}  // namespace simdrive::driver
