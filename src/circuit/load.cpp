#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "circuit/circuit.hpp"
#include "circuit/description.hpp"
#include "circuit/drawn_population.hpp"
#include "circuit/drawn_projection.hpp"
#include "circuit/file_population.hpp"
#include "circuit/file_projection.hpp"
#include "sonata/configuration.hpp"
#include "sonata/node_sets.hpp"

namespace simdrive::circuit {

namespace {

using sonata::Configuration;

/// Adds the population or projection that `make` returns, or the problem that it throws.
template <class T, class F>
void attempt_to_add(std::vector<std::unique_ptr<T>>& to, Problems& problems, F&& make) {
    problems.attempt([&] { to.push_back(make()); });
}

std::vector<std::unique_ptr<Population>> load_populations(const Configuration& configuration,
                                                          Problems& problems) {
    std::vector<std::unique_ptr<Population>> populations;
    for (const auto& entry : configuration.nodes) {
        for (auto& nodes : sonata::NodePopulation::open_all(entry, configuration.components, problems)) {
            attempt_to_add(populations, problems, [&] { return make_file_population(std::move(nodes)); });
        }
    }
    for (const auto& rule : configuration.node_rules) {
        attempt_to_add(populations, problems, [&] {
            return make_drawn_population(rule.name, rule.description, configuration.run.random_seed,
                                         rule.where);
        });
    }
    return populations;
}

std::size_t population_called(const Circuit& circuit, const std::string& name, const std::string& where) {
    if (const auto found = circuit.find_population(name)) return *found;
    std::vector<std::string> names;
    for (const auto& population : circuit.populations()) names.push_back(population->name());
    throw DataError(fmt::format("{}: there is no node population \"{}\"; expected one of {}{}", where, name,
                                fmt::join(names, ", "), did_you_mean(name, names)));
}

ProjectionEnds ends_of(const Circuit& circuit, const std::string& source, const std::string& target,
                       const std::string& where) {
    const std::size_t s = population_called(circuit, source, where + ": source");
    const std::size_t t = population_called(circuit, target, where + ": target");
    return {s, t, *circuit.populations()[s], *circuit.populations()[t]};
}

std::unique_ptr<Projection> drawn_projection(const Circuit& circuit, const sonata::RuleDescription& rule,
                                             const EdgeSettings& settings) {
    const auto name_at = [&](const char* key) {
        std::string name = text_at(rule.description, key, "", rule.where);
        if (name.empty()) throw DataError(fmt::format("{}: \"{}\" is missing", rule.where, key));
        return name;
    };
    const auto ends = ends_of(circuit, name_at("source"), name_at("target"), rule.where);
    return make_drawn_projection(rule.name, rule.description, ends, settings, rule.where);
}

std::vector<std::unique_ptr<Projection>> load_projections(const Circuit& circuit,
                                                          const Configuration& configuration,
                                                          const EdgeSettings& settings, Problems& problems) {
    std::vector<std::unique_ptr<Projection>> projections;
    for (const auto& entry : configuration.edges) {
        for (auto& edges : sonata::EdgePopulation::open_all(entry, configuration.components, problems)) {
            attempt_to_add(projections, problems, [&] {
                const auto ends = ends_of(circuit, edges->source(), edges->target(), edges->where());
                return make_file_projection(std::move(edges), ends, settings);
            });
        }
    }
    for (const auto& rule : configuration.edge_rules) {
        attempt_to_add(projections, problems, [&] { return drawn_projection(circuit, rule, settings); });
    }
    return projections;
}

/// Part of a circuit cannot be simulated yet.
void refuse_partial_node_set(const Circuit& circuit, const Configuration& configuration) {
    if (configuration.node_set.is_null()) return;
    std::vector<const sonata::NodeAttributes*> attributes;
    for (const auto& population : circuit.populations()) attributes.push_back(&population->attributes());
    const std::string where = configuration.file.string() + ": node_set";
    const auto chosen =
        sonata::NodeSets::load(configuration).resolve(configuration.node_set, attributes, where);
    for (const auto& population : circuit.populations()) {
        Selection neurons;
        for (const auto& group : population->groups()) {
            if (!group.is_virtual()) neurons = unite(neurons, group.rows);
        }
        const auto found = chosen.find(population->name());
        const Selection left = found == chosen.end() ? neurons : difference(neurons, found->second);
        if (left.empty()) continue;
        throw DataError(fmt::format(
            "{}: leaves out {} neurons of population \"{}\"; expected all neurons of the circuit, "
            "since simulating a part of it is not supported yet",
            where, left.size(), population->name()));
    }
}

}  // namespace

Circuit Circuit::load(const Configuration& configuration, const TimeGrid& grid, WeightPrecision precision,
                      Problems& problems) {
    Circuit circuit;
    const std::size_t before = problems.messages().size();
    auto populations = load_populations(configuration, problems);
    problems.attempt([&] { circuit = Circuit(std::move(populations)); });
    // Projections onto populations that could not be loaded would be told as faults that they are not.
    if (problems.messages().size() > before) return circuit;
    const EdgeSettings settings{grid, configuration.run.random_seed, precision};
    auto projections = load_projections(circuit, configuration, settings, problems);
    problems.attempt([&] { circuit.connect(std::move(projections), grid, configuration.run.random_seed); });
    problems.attempt([&] { refuse_partial_node_set(circuit, configuration); });
    if (circuit.node_count() == 0 && problems.messages().size() == before) {
        problems.add(fmt::format("{}: the circuit has no nodes", configuration.circuit_file.string()));
    }
    return circuit;
}

}  // namespace simdrive::circuit
