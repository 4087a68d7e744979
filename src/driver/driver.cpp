#include <simdrive/driver.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/allocation_tools.hpp"
#include "driver/check.hpp"
#include "driver/circuit_tools.hpp"
#include "driver/dry_run.hpp"
#include "driver/list_models.hpp"
#include "driver/rehearsal.hpp"
#include "driver/run.hpp"
#include "mpi/agreement.hpp"
#include "mpi/environment.hpp"

namespace simdrive {

namespace {

log::Level level_of(const Options& options) {
    if (options.verbosity < 0) return log::Level::warning;
    return options.verbosity > 0 ? log::Level::debug : log::Level::info;
}

void tell_surroundings(const Options& options) {
    const auto& numa = options.numa;
    log::info("automatic NUMA balancing {}: kernel mode {}, policy {} -> {}{}", numa.wanted, numa.kernel,
              numa.before, numa.after, numa.reason.empty() ? "" : " (" + numa.reason + ")");
    if (!options.idle_policy.empty()) log::debug("{}", options.idle_policy);
}

ExitCode dispatch(const Options& options, const mpi::Communicator& comm) {
    switch (options.command) {
        case Command::list_models:
            if (comm.is_root()) fmt::print("{}", driver::list_models());
            return ExitCode::done;
        case Command::show_allocation:
            return driver::show_allocation(options, comm);
        case Command::rebalance:
            return driver::rebalance(options, comm);
        case Command::check_allocation:
            return driver::check_allocation(options, comm);
        case Command::write_circuit:
            return driver::write_circuit(options, comm);
        case Command::show_circuit:
            return driver::show_circuit(options, comm);
        case Command::simulate:
            break;
    }
    if (options.check) return driver::check(options, comm);
    tell_surroundings(options);
    if (options.dry_run) {
        driver::dry_run(options, comm);
        return ExitCode::done;
    }
    if (options.rehearse_rank) return driver::rehearse(options, comm);
    return driver::run_simulation(options, comm);
}

void tell(const std::string& message) {
    for (const auto& line : split(message, '\n')) log::error("{}", line);
}

/// A fault that the other ranks do not know of: they may be waiting for this one, so the job is ended.
[[noreturn]] void end_job(const mpi::Communicator& comm, ExitCode code, const std::string& message) {
    tell(fmt::format("rank {}: {}", comm.rank(), message));
    mpi::Environment::abort(static_cast<int>(code));
}

}  // namespace

int run(const Options& options) {
    const auto comm = mpi::Communicator::world();
    log::configure(comm.rank(), comm.size(), level_of(options));
    ExitCode code = ExitCode::internal;
    std::string message;
    try {
        code = dispatch(options, comm);
    } catch (const mpi::AgreedError& fault) {
        // Every rank has the same fault; one tells it.
        code = fault.code();
        if (comm.is_root()) tell(fault.what());
        message.clear();
    } catch (const Error& fault) {
        code = fault.code();
        message = fault.what();
    } catch (const std::bad_alloc&) {
        code = ExitCode::memory;
        message = "the system refused memory";
    } catch (const std::exception& fault) {
        message = fmt::format("internal fault: {}", fault.what());
    }
    if (!message.empty()) {
        if (comm.size() > 1) end_job(comm, code, message);
        tell(message);
    }
    if (std::fflush(stdout) != 0) log::warn("standard output could not be written in full");
    return static_cast<int>(code);
}

std::uint64_t parse_size(const std::string& text) {
    return parse_bytes(text, "the size");
}

}  // namespace simdrive
