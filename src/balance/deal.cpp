#include "balance/deal.hpp"

#include <fmt/format.h>

#include "balance/load_balance_mode.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace simdrive::balance {

namespace {

const LoadBalanceMode& find_mode(const std::string& name) {
    const auto catalogue = load_balance_mode_catalogue();
    if (const auto* mode = find_in(catalogue, name)) return *mode;
    std::vector<std::string> names;
    for (const auto& entry : catalogue) names.emplace_back(entry.name);
    throw UsageError(fmt::format("--lb-mode={}: there is no such mode; expected one of {}{}", name,
                                 fmt::join(names, ", "), did_you_mean(name, names)));
}

}  // namespace

Allocation deal(const CellMemory& memory, const std::string& mode, std::uint32_t ranks, std::uint32_t cycles,
                std::uint64_t most_bytes) {
    if (ranks == 0 || cycles == 0 || std::uint64_t{ranks} * cycles > max_buckets) {
        throw UsageError(
            fmt::format("{} ranks and {} cycles; expected at least 1 of each and a product of at most {}",
                        ranks, cycles, max_buckets));
    }
    const auto bytes = memory.bytes();
    const auto work = memory.work();
    const auto buckets = find_mode(mode).assign({bytes, work, most_bytes}, ranks, cycles);
    return make_allocation({ranks, cycles, memory.threads, memory.fingerprint, mode}, memory.population_ids(),
                           buckets, bytes);
}

}  // namespace simdrive::balance
