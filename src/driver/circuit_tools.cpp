#include "driver/circuit_tools.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/log.hpp"
#include "circuit/info.hpp"
#include "circuit/write.hpp"
#include "driver/memory_report.hpp"
#include "driver/session.hpp"
#include "mpi/agreement.hpp"
#include "report/table.hpp"

namespace simdrive::driver {

namespace {

using report::Cell;
using report::Table;

Table population_table(const circuit::CircuitInfo& info) {
    Table table("Populations", {{"population", "", report::Align::left},
                                {"model", "", report::Align::left},
                                {"nodes"},
                                {"varied", "", report::Align::left},
                                {"in-degree least", "in_degree_least"},
                                {"mean", "in_degree_mean"},
                                {"largest", "in_degree_largest"}});
    for (const auto& population : info.populations) {
        for (const auto& group : population.groups) {
            std::string varied;
            for (const auto& name : group.varied) varied += (varied.empty() ? "" : " ") + name;
            table.add_row({population.name, group.model, Cell::count(group.nodes), varied,
                           Cell::number(population.in_degree.least, 0),
                           Cell::number(population.in_degree.mean, 1),
                           Cell::number(population.in_degree.largest, 0)});
        }
    }
    table.add_separator();
    table.add_row({"all", "", Cell::count(info.nodes)});
    return table;
}

Table projection_table(const circuit::CircuitInfo& info) {
    Table table("Projections", {{"projection", "", report::Align::left},
                                {"source", "", report::Align::left},
                                {"target", "", report::Align::left},
                                {"synapse", "", report::Align::left},
                                {"from", "", report::Align::left},
                                {"edges"},
                                {"least delay (ms)", "least_delay_ms"},
                                {"largest delay (ms)", "largest_delay_ms"}});
    for (const auto& projection : info.projections) {
        table.add_row({projection.name, projection.source, projection.target, projection.synapse_model,
                       projection.drawn ? "rule" : "file", Cell::count(projection.edges),
                       Cell::number(projection.least_delay, 3), Cell::number(projection.largest_delay, 3)});
    }
    table.add_separator();
    table.add_row({"all", "", "", "", "", Cell::count(info.edges)});
    return table;
}

}  // namespace

ExitCode write_circuit(const Options& options, const mpi::Communicator& comm) {
    const auto session = open_session(options, comm);
    circuit::write_circuit(session->circuit, session->grid, options.directory, comm);
    if (comm.is_root()) log::info("wrote {}", options.directory);
    return ExitCode::done;
}

ExitCode show_circuit(const Options& options, const mpi::Communicator& comm) {
    const auto session = open_session(options, comm);
    const auto scan = scan_session(*session, comm);
    const auto info = circuit::circuit_info(session->circuit, scan, session->grid, comm);
    if (!comm.is_root()) return ExitCode::done;
    const auto populations = population_table(info);
    const auto projections = projection_table(info);
    if (options.json) {
        const nlohmann::json document{{"populations", populations.json()},
                                      {"projections", projections.json()},
                                      {"nodes", info.nodes},
                                      {"edges", info.edges},
                                      {"fingerprint", info.fingerprint}};
        fmt::print("{}\n", document.dump(2));
    } else {
        fmt::print("{}\n{}\nfingerprint {}\n", populations.text(), projections.text(), info.fingerprint);
    }
    return ExitCode::done;
}

}  // namespace simdrive::driver
