#include "report/memory_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace simdrive::report {

namespace {

constexpr std::size_t ranks_listed = 16;

double over(std::uint64_t a, std::uint64_t b) {
    return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0;
}

Cell whole_bytes(double value) {
    return Cell::bytes(static_cast<std::uint64_t>(std::llround(value)));
}

double difference_of(std::uint64_t estimated, std::uint64_t measured) {
    if (measured == 0) return estimated == 0 ? 0 : INFINITY;
    return (static_cast<double>(estimated) - static_cast<double>(measured)) / static_cast<double>(measured);
}

template <class F>
Spread spread_by(const std::vector<RankMemory>& ranks, F&& value) {
    std::vector<std::uint64_t> values;
    values.reserve(ranks.size());
    for (const RankMemory& rank : ranks) values.push_back(value(rank));
    return spread_of(values);
}

std::vector<Cell> row_of(Cell name, const RankMemory& rank) {
    return {std::move(name),
            Cell::bytes(rank.estimated),
            Cell::bytes(rank.allocated),
            Cell::percent(rank.difference(), 2),
            Cell::bytes(rank.requested),
            Cell::bytes(rank.estimated_peak),
            Cell::bytes(rank.resident_peak),
            Cell::percent(rank.peak_difference(), 1)};
}

void add_summary(Table& table, const std::vector<RankMemory>& ranks) {
    const Spread estimated = spread_by(ranks, [](const auto& r) { return r.estimated; });
    const Spread requested = spread_by(ranks, [](const auto& r) { return r.requested; });
    const Spread allocated = spread_by(ranks, [](const auto& r) { return r.allocated; });
    const Spread estimated_peak = spread_by(ranks, [](const auto& r) { return r.estimated_peak; });
    const Spread resident_peak = spread_by(ranks, [](const auto& r) { return r.resident_peak; });
    for (const auto& [name, part] : {std::pair("least", &Spread::least), std::pair("mean", &Spread::mean),
                                     std::pair("largest", &Spread::largest)}) {
        table.add_row({name,
                       whole_bytes(estimated.*part),
                       whole_bytes(allocated.*part),
                       {},
                       whole_bytes(requested.*part),
                       whole_bytes(estimated_peak.*part),
                       whole_bytes(resident_peak.*part),
                       {}});
    }
    const auto worst = std::max_element(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) {
        return std::abs(a.difference()) < std::abs(b.difference());
    });
    table.add_separator();
    table.add_row(row_of(fmt::format("farthest: {}", worst - ranks.begin()), *worst));
}

}  // namespace

Table model_table(const MemoryEstimate& estimate) {
    Table table("Cells and synapses", {{"population", "", Align::left},
                                       {"model", "", Align::left},
                                       {"cells", "", Align::right},
                                       {"synapses", "", Align::right},
                                       {"bytes per cell", "", Align::right},
                                       {"total", "bytes", Align::right}});
    ModelMemory sum;
    const auto add = [&](const ModelMemory& row) {
        table.add_row({row.population, row.model, Cell::count(row.cells), Cell::count(row.synapses),
                       Cell::mean_bytes(over(row.bytes, row.cells)), Cell::bytes(row.bytes)});
    };
    for (const ModelMemory& row : estimate.models) {
        add(row);
        sum.cells += row.cells;
        sum.synapses += row.synapses;
        sum.bytes += row.bytes;
    }
    sum.population = "all";
    table.add_separator();
    add(sum);
    return table;
}

Table part_table(const MemoryEstimate& estimate) {
    Table table(fmt::format("Memory of {} with {} each, built in {}", plural(estimate.ranks, "rank"),
                            plural(estimate.threads, "thread"), plural(estimate.cycles, "cycle")),
                {{"part", "", Align::left},
                 {"all ranks", "bytes", Align::right},
                 {"mean per rank", "", Align::right},
                 {"share", "", Align::right}});
    std::uint64_t total = 0;
    for (const NamedBytes& part : estimate.parts) total += part.bytes;
    const auto add = [&](const std::string& name, std::uint64_t bytes) {
        table.add_row({name, Cell::bytes(bytes), Cell::mean_bytes(over(bytes, estimate.ranks)),
                       Cell::percent(over(bytes, total), 1)});
    };
    for (const NamedBytes& part : estimate.parts) add(part.name, part.bytes);
    table.add_separator();
    add("GRAND TOTAL", total);
    return table;
}

Table rank_table(const MemoryEstimate& estimate) {
    Table table(fmt::format("Memory per rank (ranks={}, cycles={}, {})", estimate.ranks, estimate.cycles,
                            estimate.mode),
                {{"resident", "", Align::left},
                 {"least", "", Align::right},
                 {"mean", "", Align::right},
                 {"largest", "", Align::right},
                 {"largest/mean", "imbalance", Align::right}});
    for (const auto& [name, part] :
         {std::pair("steady", &RankNeed::steady), std::pair("peak", &RankNeed::peak)}) {
        std::vector<std::uint64_t> bytes;
        for (const RankNeed& need : estimate.needs) bytes.push_back(need.*part);
        const Spread spread = spread_of(bytes);
        table.add_row({name, whole_bytes(spread.least), whole_bytes(spread.mean), whole_bytes(spread.largest),
                       Cell::number(spread.imbalance(), 4)});
    }
    return table;
}

double RankMemory::difference() const {
    return difference_of(estimated, allocated);
}

double RankMemory::peak_difference() const {
    return difference_of(estimated_peak, resident_peak);
}

Table estimate_against_measured(const std::vector<RankMemory>& ranks, bool all, std::uint32_t first_rank) {
    Table table("Memory: arenas, and resident at the peak, as estimated and as measured",
                {{"rank", "", Align::left},
                 {"arenas estimated", "estimated"},
                 {"measured"},
                 {"difference"},
                 {"of it requested", "requested"},
                 {"peak estimated", "estimated_peak"},
                 {"measured", "resident_peak"},
                 {"difference", "peak_difference"}});
    if (all || ranks.size() <= ranks_listed) {
        for (std::size_t r = 0; r < ranks.size(); ++r)
            table.add_row(row_of(Cell::count(first_rank + r), ranks[r]));
    } else {
        add_summary(table, ranks);
    }
    return table;
}

}  // namespace simdrive::report
