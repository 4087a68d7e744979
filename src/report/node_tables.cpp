#include "report/node_tables.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace simdrive::report {

namespace {

/// Bytes that may be missing: "-1.50 GiB".
Cell signed_bytes(double bytes) {
    return Cell::of((bytes < 0 ? "-" : "") + format_bytes(bytes < 0 ? -bytes : bytes), bytes);
}

}  // namespace

std::string suggestion_text(const NodeSuggestion& suggestion) {
    const std::string planned =
        fmt::format("{} of memory a node ({}), of which {:.0f} % is kept free; {} a node",
                    format_bytes(static_cast<double>(suggestion.node_memory)), suggestion.memory_source,
                    100 * suggestion.margin, plural(suggestion.ranks_per_node, "rank"));
    if (!suggestion.feasible) return fmt::format("infeasible: {} ({})", suggestion.reason, planned);
    return fmt::format("suggested to use at least {}, {} ({})", plural(suggestion.nodes, "node"),
                       plural(suggestion.ranks, "rank"), planned);
}

Table alternatives_table(const NodeSuggestion& suggestion) {
    Table table(fmt::format("Numbers of nodes with {} each, by what the mean rank and the largest cell need",
                            plural(suggestion.ranks_per_node, "rank")),
                {{"nodes"},
                 {"ranks"},
                 {"peak per rank"},
                 {"peak per node"},
                 {"headroom per node"},
                 {"fits", "", Align::left}});
    for (const auto& row : suggestion.alternatives) {
        const double left =
            static_cast<double>(suggestion.node_memory) - static_cast<double>(row.peak_per_node);
        table.add_row({Cell::count(row.nodes), Cell::count(row.ranks), Cell::bytes(row.peak_per_rank),
                       Cell::bytes(row.peak_per_node), signed_bytes(left), row.fits ? "yes" : "no"});
    }
    return table;
}

}  // namespace simdrive::report
