#include "driver/check.hpp"

#include <fmt/format.h>

#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/memory_report.hpp"
#include "driver/session.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::driver {

ExitCode check(const Options& options, const mpi::Communicator& comm) {
    Problems problems;
    auto session = open_session(options, problems);
    const bool opened = comm.min(static_cast<std::uint64_t>(session != nullptr && problems.empty())) == 1;
    if (opened) {
        problems.attempt([&] {
            read_replays(session->replays, session->circuit, session->grid, [](Gid) { return false; });
        });
        try {
            const auto scan = scan_session(*session, comm);
            if (comm.is_root()) {
                log::info("{} nodes, {} edges, fingerprint {}", format_count(session->shape.gids),
                          format_count(scan.edges), scan.fingerprint.text());
            }
        } catch (const mpi::AgreedError& fault) {
            if (fault.code() != ExitCode::data) throw;
            problems.add(fault.what());
        }
    }
    if (comm.is_root()) {
        for (const auto& message : problems.messages()) log::error("{}", message);
        if (problems.empty()) fmt::print("no problems found\n");
        if (!problems.empty()) log::error("{} problem(s) found", problems.messages().size());
    }
    return comm.max(static_cast<std::uint64_t>(!problems.empty())) == 1 ? ExitCode::data : ExitCode::done;
}

}  // namespace simdrive::driver
