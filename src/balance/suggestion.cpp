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
    result.nodes = std::max<std::uint64_t>(1, input.total / room + (input.total % room > 0 ? 1 : 0));
    result.ranks = result.nodes * input.ranks_per_node;
    result.bytes_per_node = overhead + input.total / result.nodes + (input.total % result.nodes > 0 ? 1 : 0);
    return result;
}

}  // namespace simdrive::balance
