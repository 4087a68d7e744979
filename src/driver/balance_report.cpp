#include "driver/balance_report.hpp"

#include <algorithm>

#include "driver/planned_rate.hpp"

#include <fmt/format.h>

namespace simdrive::driver {

namespace {

report::Balance balance_of(std::string what, report::Balance::Unit unit,
                           const std::vector<std::uint64_t>& weights,
                           const std::vector<std::uint32_t>& buckets, const balance::Target& target) {
    std::vector<std::uint64_t> loads(target.ranks, 0);
    for (std::size_t i = 0; i < weights.size(); ++i) loads[buckets[i] / target.cycles] += weights[i];
    const auto largest = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
    return {std::move(what), unit, spread_of(loads), static_cast<double>(largest)};
}

}  // namespace

report::Table balance_report(const balance::CellMemory& memory, const balance::Allocation& allocation) {
    const auto buckets = balance::buckets_of(allocation);
    using Unit = report::Balance::Unit;
    return report::balance_table(
        {balance_of("bytes, synapses included", Unit::bytes, memory.bytes(), buckets, allocation),
         balance_of(fmt::format("core time for a second of model time, planned at {:g} Hz", planned_rate_hz),
                    Unit::nanoseconds, memory.work(), buckets, allocation)});
}

}  // namespace simdrive::driver
