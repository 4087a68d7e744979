#include "engine/stimulus_plan.hpp"

#include <fmt/format.h>

namespace simdrive::engine {

StimulusPlan plan_stimuli(std::vector<StimulusEntry> entries, const circuit::Circuit& circuit,
                          const Shape& shape, Problems& problems) {
    StimulusPlan plan{std::move(entries), {}};
    for (std::size_t e = 0; e < plan.entries.size(); ++e) {
        const auto& entry = plan.entries[e];
        for (std::size_t g = 0; g < shape.groups.size(); ++g) {
            const auto& group = shape.groups[g];
            const auto& population = *circuit.populations()[group.population];
            auto rows = intersection(entry.rows[group.population], population.groups()[group.group].rows);
            if (rows.empty()) continue;
            if (group.model == nullptr) {
                problems.add(fmt::format(
                    "inputs.{}: the node set holds virtual nodes of population \"{}\", which take no "
                    "input; name a node set of neurons",
                    entry.name, population.name()));
                continue;
            }
            plan.drives.push_back({e, g, std::move(rows)});
        }
    }
    return plan;
}

}  // namespace simdrive::engine
