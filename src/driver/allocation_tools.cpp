#include "driver/allocation_tools.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <variant>

#include "balance/allocation_file.hpp"
#include "balance/cell_memory.hpp"
#include "balance/deal.hpp"
#include "balance/histogram.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/allocate.hpp"
#include "driver/balance_report.hpp"
#include "driver/memory_report.hpp"
#include "driver/session.hpp"
#include "mpi/agreement.hpp"
#include "report/table.hpp"

namespace simdrive::driver {

namespace {

using report::Cell;
using report::Table;

Table header_table(const balance::Allocation& allocation) {
    Table table("Allocation", {{"what", "", report::Align::left}, {"value"}});
    table.add_row({"ranks", Cell::count(allocation.ranks)});
    table.add_row({"cycles", Cell::count(allocation.cycles)});
    table.add_row({"threads per rank", Cell::count(allocation.threads)});
    table.add_row({"mode", allocation.mode});
    table.add_row({"nodes", Cell::count(allocation.node_count())});
    table.add_row({"circuit", allocation.fingerprint});
    return table;
}

Table population_table(const balance::Allocation& allocation) {
    std::vector<std::uint64_t> bytes(allocation.populations.size());
    std::vector<std::uint64_t> ranges(allocation.populations.size());
    for (const auto& share : allocation.shares) {
        bytes[share.population] += share.bytes;
        ranges[share.population] += share.node_ids.ranges().size();
    }
    Table table("Populations", {{"population", "", report::Align::left}, {"nodes"}, {"pieces"}, {"bytes"}});
    for (std::size_t p = 0; p < bytes.size(); ++p) {
        table.add_row({allocation.populations[p].name, Cell::count(allocation.populations[p].ids.size()),
                       Cell::count(ranges[p]), Cell::bytes(bytes[p])});
    }
    return table;
}

/// Bytes of nodes of so many ranks in a row.
std::vector<std::uint64_t> bytes_of_nodes(const balance::Allocation& allocation,
                                          std::uint32_t ranks_per_node) {
    std::vector<std::uint64_t> bytes;
    for (std::size_t rank = 0; rank < allocation.rank_bytes.size(); ++rank) {
        if (rank % ranks_per_node == 0) bytes.push_back(0);
        bytes.back() += allocation.rank_bytes[rank];
    }
    return bytes;
}

Table spread_table(std::string title, const std::vector<std::uint64_t>& bytes) {
    const auto spread = spread_of(bytes);
    Table table(std::move(title), {{"least"}, {"mean"}, {"largest"}, {"largest over mean", "imbalance"}});
    table.add_row({Cell::mean_bytes(spread.least), Cell::mean_bytes(spread.mean),
                   Cell::mean_bytes(spread.largest), Cell::number(spread.imbalance(), 6)});
    return table;
}

Table histogram_table(std::string title, std::string counted, const std::vector<std::uint64_t>& bytes) {
    constexpr std::size_t intervals = 10;
    const auto counts = balance::histogram(bytes, intervals);
    Table table(std::move(title), {{"from"}, {"to"}, {std::move(counted)}});
    for (std::size_t i = 0; i < counts.counts.size(); ++i) {
        table.add_row({Cell::mean_bytes(counts.begin(i)), Cell::mean_bytes(counts.begin(i) + counts.width),
                       Cell::count(counts.counts[i])});
    }
    return table;
}

/// With their keys in JSON.
using NamedTables = std::vector<std::pair<std::string, Table>>;

NamedTables tables_of(const Options& options, const balance::Allocation& allocation) {
    NamedTables tables;
    tables.emplace_back("allocation", header_table(allocation));
    tables.emplace_back("populations", population_table(allocation));
    tables.emplace_back("rank_bytes", spread_table("Bytes of a rank", allocation.rank_bytes));
    tables.emplace_back("histogram", histogram_table("Ranks by bytes", "ranks", allocation.rank_bytes));
    if (options.ranks_per_node) {
        const auto bytes = bytes_of_nodes(allocation, *options.ranks_per_node);
        tables.emplace_back("node_bytes", spread_table("Bytes of a node", bytes));
        tables.emplace_back("node_histogram", histogram_table("Nodes by bytes", "nodes", bytes));
    }
    return tables;
}

void print(const NamedTables& tables, bool as_json) {
    nlohmann::json document = nlohmann::json::object();
    std::string text;
    for (const auto& [key, table] : tables) {
        document[key] = table.json();
        text += (text.empty() ? "" : "\n") + table.text();
    }
    fmt::print("{}", as_json ? document.dump(2) + "\n" : text);
}

balance::Allocation rebalanced(const Options& options, const balance::CellMemory& memory) {
    auto allocation = balance::deal(memory, options.load_balance_mode.value_or("Memory"),
                                    *options.target_ranks, options.cycles);
    const auto overheads = nlohmann::json::parse(memory.overheads);
    const std::uint64_t overhead =
        overheads.value("source_index_bytes_per_thread", std::uint64_t{0}) * memory.threads;
    for (auto& rank : allocation.rank_bytes) rank += overhead;
    return allocation;
}

}  // namespace

ExitCode show_allocation(const Options& options, const mpi::Communicator& comm) {
    mpi::agreed(comm, [&] {
        if (comm.is_root()) print(tables_of(options, balance::read_allocation(options.file)), options.json);
    });
    return ExitCode::done;
}

ExitCode rebalance(const Options& options, const mpi::Communicator& comm) {
    mpi::agreed(comm, [&] {
        if (!comm.is_root()) return;
        const auto memory = balance::read_cell_memory(options.file);
        const auto allocation = rebalanced(options, memory);
        const auto file = std::filesystem::path(options.allocation_directory) /
                          balance::allocation_file_name(allocation.ranks, allocation.cycles);
        balance::write_allocation(file, allocation);
        auto tables = tables_of(options, allocation);
        tables.emplace_back("balance", balance_report(memory, allocation));
        print(tables, options.json);
        log::info("wrote {}", file.string());
    });
    return ExitCode::done;
}

ExitCode check_allocation(const Options& options, const mpi::Communicator& comm) {
    const auto session = open_session(options, comm);
    const auto scan = scan_session(*session, comm);
    mpi::agreed(comm, [&] {
        if (!comm.is_root()) return;
        balance::Target wanted;
        wanted.fingerprint = scan.fingerprint.text();
        const auto found =
            balance::fitting_allocation(options.file, wanted, populations_of(node_orders(session->circuit)));
        if (const auto* reason = std::get_if<std::string>(&found))
            throw DataError(fmt::format("{} does not fit {}: {}", options.file, options.config, *reason));
        const auto& allocation = std::get<balance::Allocation>(found);
        fmt::print("{} fits {}: every node once, on {} in {}, dealt with --lb-mode={}\n", options.file,
                   options.config, plural(allocation.ranks, "rank"), plural(allocation.cycles, "cycle"),
                   allocation.mode);
    });
    return ExitCode::done;
}

}  // namespace simdrive::driver
