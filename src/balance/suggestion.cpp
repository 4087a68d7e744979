#include "balance/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace simdrive::balance {

namespace {

std::string text(std::uint64_t bytes) {
    return format_bytes(static_cast<double>(bytes));
}

std::string reason_of_overhead(const SuggestionInput& input, std::uint64_t usable) {
    std::string reason =
        fmt::format("the overhead of {} rank(s) per node, {} each, does not fit in the {} that a node gives",
                    input.ranks_per_node, text(input.overhead_per_rank), text(usable));
    const std::uint64_t fitting = (usable - std::min<std::uint64_t>(usable, 1)) / input.overhead_per_rank;
    if (fitting > 0) reason += fmt::format("; use at most {} rank(s) per node", fitting);
    return reason;
}

std::string reason_of_cell(const SuggestionInput& input, std::uint64_t room) {
    return fmt::format("the largest cell needs {} and a node has room for {} beside its ranks' overhead",
                       text(input.largest_cell), text(room));
}

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b > 0 ? 1 : 0);
}

std::uint64_t sum_or_most(std::uint64_t a, std::uint64_t b) {
    return a > ~b ? ~std::uint64_t{0} : a + b;
}

}  // namespace

Suggestion suggest(const SuggestionInput& input) {
    if (input.ranks_per_node == 0) throw UsageError("ranks per node is 0; expected at least 1");
    if (!(input.margin >= 0 && input.margin < 1)) {
        throw UsageError(
            fmt::format("the memory margin is {}; expected a share of at least 0 and below 1, such as 0.1",
                        input.margin));
    }
    Suggestion result;
    result.usable_per_node =
        static_cast<std::uint64_t>(static_cast<double>(input.node_memory) * (1 - input.margin));
    std::uint64_t overhead = 0;
    if (__builtin_mul_overflow(input.overhead_per_rank, input.ranks_per_node, &overhead) ||
        overhead >= result.usable_per_node) {
        if (input.overhead_per_rank == 0) {
            result.reason = fmt::format("a node gives {}", text(result.usable_per_node));
        } else {
            result.reason = reason_of_overhead(input, result.usable_per_node);
        }
        return result;
    }
    const std::uint64_t room = result.usable_per_node - overhead;
    if (input.largest_cell > room) {
        result.reason = reason_of_cell(input, room);
        return result;
    }
    result.feasible = true;
    result.nodes = std::max<std::uint64_t>(1, divided_up(input.total, room));
    result.ranks = result.nodes * input.ranks_per_node;
    result.bytes_per_node = overhead + divided_up(input.total, result.nodes);
    return result;
}

std::vector<Alternative> alternatives(const SuggestionInput& input, const Suggestion& suggestion,
                                      std::uint64_t nodes) {
    const std::uint64_t middle = suggestion.feasible ? suggestion.nodes : std::max<std::uint64_t>(nodes, 1);
    std::vector<Alternative> found;
    for (const std::uint64_t n : {middle / 2, middle, middle * 2, middle * 4}) {
        if (n == 0) continue;
        Alternative row{n, n * input.ranks_per_node, 0, 0, false};
        row.bytes_per_rank = sum_or_most(input.overhead_per_rank,
                                         std::max(input.largest_cell, divided_up(input.total, row.ranks)));
        // Where one cell is heavier than its rank's part of the total, other ranks are lighter.
        const std::uint64_t share = std::max(input.largest_cell, divided_up(input.total, n));
        std::uint64_t overhead = 0;
        if (__builtin_mul_overflow(input.overhead_per_rank, input.ranks_per_node, &overhead))
            overhead = ~std::uint64_t{0};
        row.bytes_per_node = sum_or_most(overhead, share);
        row.fits = row.bytes_per_node <= suggestion.usable_per_node;
        found.push_back(row);
    }
    return found;
}

}  // namespace simdrive::balance
