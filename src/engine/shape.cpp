#include "engine/shape.hpp"

#include <fmt/format.h>
#include <simdrive/synapse_model.hpp>

#include <algorithm>

#include "base/text.hpp"

namespace simdrive::engine {

namespace {

template <class T>
std::vector<std::string> names_of(std::span<const CatalogueEntry<T>> catalogue) {
    std::vector<std::string> names;
    for (const auto& entry : catalogue) names.emplace_back(entry.name);
    return names;
}

std::vector<std::string> field_names(const NeuronModel& model) {
    std::vector<std::string> names;
    for (const auto& field : model.parameters()) names.emplace_back(field.name);
    return names;
}

void check_parameters(const circuit::Population& population, const circuit::NodeGroup& group,
                      const NeuronModel& model, Problems& problems) {
    const auto known = field_names(model);
    const auto check = [&](const std::string& name) {
        if (std::find(known.begin(), known.end(), name) != known.end()) return;
        problems.add(fmt::format("population \"{}\": model {} has no parameter \"{}\"{}", population.name(),
                                 group.model, name, did_you_mean(name, known)));
    };
    for (const auto& [name, value] : group.constants) {
        if (!group.incidental.contains(name)) check(name);
    }
    for (const auto& name : group.columns) check(name);
    for (const auto& name : group.not_numbers) {
        if (std::find(known.begin(), known.end(), name) == known.end()) continue;
        problems.add(fmt::format("{}: {} of model {} is not a number", group.where, name, group.model));
    }
}

bool has_constant_column(const circuit::NodeGroup& group, const NeuronModel& model) {
    return std::any_of(model.parameters().begin(), model.parameters().end(), [&](const Field& field) {
        return field.kind == FieldKind::constant && group.columns.contains(std::string(field.name));
    });
}

GroupShape shape_of_group(const circuit::Population& population, std::size_t group, Problems& problems) {
    GroupShape shape;
    shape.group = group;
    const auto& nodes = population.groups()[group];
    if (nodes.is_virtual()) return shape;
    shape.model = find_in(neuron_model_catalogue(), nodes.model);
    if (shape.model == nullptr) {
        problems.add(fmt::format(
            "population \"{}\": unknown neuron model \"{}\"{} (simdrive --list-models shows all)",
            population.name(), nodes.model, did_you_mean(nodes.model, names_of(neuron_model_catalogue()))));
        return shape;
    }
    check_parameters(population, nodes, *shape.model, problems);
    shape.uniform = !has_constant_column(nodes, *shape.model);
    return shape;
}

}  // namespace

Shape shape_of(const circuit::Circuit& circuit, Problems& problems) {
    Shape shape;
    shape.gids = circuit.node_count();
    const auto& populations = circuit.populations();
    for (std::size_t p = 0; p < populations.size(); ++p) {
        shape.first_group.push_back(shape.groups.size());
        for (std::size_t g = 0; g < populations[p]->groups().size(); ++g) {
            shape.groups.push_back(shape_of_group(*populations[p], g, problems));
            shape.groups.back().population = p;
        }
    }
    for (const auto& projection : circuit.projections()) {
        const auto& name = projection->synapse_model();
        if (find_in(synapse_model_catalogue(), name) == nullptr) {
            problems.add(fmt::format("edges \"{}\": unknown synapse model \"{}\"{}", projection->name(), name,
                                     did_you_mean(name, names_of(synapse_model_catalogue()))));
        }
        for (const auto& group : populations[projection->target()]->groups()) {
            if (!group.is_virtual()) continue;
            problems.add(
                fmt::format("edges \"{}\" lead to population \"{}\", which has virtual nodes; virtual nodes "
                            "only send spikes",
                            projection->name(), populations[projection->target()]->name()));
            break;
        }
    }
    return shape;
}

std::size_t most_ports_of(const Shape& shape) {
    std::size_t most = 0;
    for (const auto& group : shape.groups) most = std::max(most, group.model ? group.model->ports() : 0);
    return most;
}

ParameterColumns parameter_columns(const circuit::Population& population, const circuit::NodeGroup& group,
                                   const NeuronModel& model, const Selection& rows) {
    ParameterColumns columns;
    for (const auto& field : model.parameters()) {
        const std::string name(field.name);
        if (group.columns.contains(name)) {
            columns.push_back(population.column(group, name, rows));
        } else if (const auto found = group.constants.find(name); found != group.constants.end()) {
            columns.push_back({found->second});
        } else {
            columns.push_back({field.default_value});
        }
    }
    return columns;
}

}  // namespace simdrive::engine
