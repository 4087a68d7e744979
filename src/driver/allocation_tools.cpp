#include "driver/allocation_tools.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "balance/allocation_file.hpp"
#include "balance/cell_memory.hpp"
#include "balance/deal.hpp"
#include "balance/histogram.hpp"
#include "base/log.hpp"
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

Table rank_spread_table(const balance::Allocation& allocation) {
    const auto spread = spread_of(std::span<const std::uint64_t>(allocation.rank_bytes));
    Table table("Bytes of a rank", {{"least"}, {"mean"}, {"largest"}, {"largest over mean", "imbalance"}});
    table.add_row({Cell::mean_bytes(spread.least), Cell::mean_bytes(spread.mean),
                   Cell::mean_bytes(spread.largest), Cell::number(spread.imbalance(), 4)});
    return table;
}

Table histogram_table(const balance::Allocation& allocation) {
    constexpr std::size_t intervals = 10;
    const auto counts = balance::histogram(allocation.rank_bytes, intervals);
    Table table("Ranks by bytes", {{"from"}, {"to"}, {"ranks"}});
    for (std::size_t i = 0; i < counts.counts.size(); ++i) {
        table.add_row({Cell::mean_bytes(counts.begin(i)), Cell::mean_bytes(counts.begin(i) + counts.width),
                       Cell::count(counts.counts[i])});
    }
    return table;
}

void print(const balance::Allocation& allocation, bool as_json) {
    const auto header = header_table(allocation);
    const auto populations = population_table(allocation);
    const auto spread = rank_spread_table(allocation);
    const auto histogram = histogram_table(allocation);
    if (as_json) {
        const nlohmann::json document{{"allocation", header.json()},
                                      {"populations", populations.json()},
                                      {"rank_bytes", spread.json()},
                                      {"histogram", histogram.json()}};
        fmt::print("{}\n", document.dump(2));
    } else {
        fmt::print("{}\n{}\n{}\n{}", header.text(), populations.text(), spread.text(), histogram.text());
    }
}

balance::Allocation rebalanced(const Options& options, const balance::CellMemory& memory) {
    auto allocation = balance::deal(memory, "Memory", *options.target_ranks, options.cycles);
    const auto overheads = nlohmann::json::parse(memory.overheads);
    const std::uint64_t overhead =
        overheads.value("source_index_bytes_per_thread", std::uint64_t{0}) * memory.threads;
    for (auto& rank : allocation.rank_bytes) rank += overhead;
    return allocation;
}

}  // namespace

ExitCode show_allocation(const Options& options, const mpi::Communicator& comm) {
    mpi::agreed(comm, [&] {
        if (comm.is_root()) print(balance::read_allocation(options.file), options.json);
    });
    return ExitCode::done;
}

ExitCode rebalance(const Options& options, const mpi::Communicator& comm) {
    mpi::agreed(comm, [&] {
        if (!comm.is_root()) return;
        const auto allocation = rebalanced(options, balance::read_cell_memory(options.file));
        const auto file = std::filesystem::path(options.allocation_directory) /
                          balance::allocation_file_name(allocation.ranks, allocation.cycles);
        balance::write_allocation(file, allocation);
        print(allocation, options.json);
        log::info("wrote {}", file.string());
    });
    return ExitCode::done;
}

}  // namespace simdrive::driver
