#include "driver/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/node_set_rows.hpp"
#include "sonata/spike_file.hpp"

namespace simdrive::driver {

namespace {

using nlohmann::json;

/// Modules that replay spikes from a file, in the words of both dialects.
bool is_replay(const sonata::InputSettings& input) {
    static constexpr std::array modules{"sonata", "h5",  "hdf5", "csv",
                                        "nest",   "dat", "gdf",  "synapse_replay"};
    return std::find(modules.begin(), modules.end(), input.module) != modules.end() &&
           (input.input_type == "spikes" || input.module == "synapse_replay");
}

std::vector<std::string> module_names() {
    std::vector<std::string> names;
    for (const auto& entry : stimulus_model_catalogue()) names.emplace_back(entry.name);
    for (const char* name : {"sonata", "h5", "csv"}) names.emplace_back(name);
    return names;
}

/// A number, a list of numbers, or a boolean; DataError names the key.
std::vector<double> numbers_of(const json& value, const std::string& where) {
    std::vector<double> numbers;
    const auto add = [&](const json& item) {
        if (item.is_boolean()) {
            numbers.push_back(item.get<bool>() ? 1 : 0);
        } else if (item.is_number() && std::isfinite(item.get<double>())) {
            numbers.push_back(item.get<double>());
        } else {
            throw DataError(
                fmt::format("{}: {} was found; expected a number or a list of numbers", where, item.dump()));
        }
    };
    if (value.is_array()) {
        for (const auto& item : value) add(item);
    } else {
        add(value);
    }
    if (numbers.empty()) throw DataError(fmt::format("{}: the list is empty; expected numbers", where));
    return numbers;
}

std::map<std::string, std::vector<double>> field_values(const sonata::InputSettings& input,
                                                        const StimulusModel& model) {
    std::vector<std::string> known;
    std::map<std::string, std::vector<double>> values;
    for (const auto& field : model.fields()) {
        const std::string name(field.name);
        known.push_back(name);
        if (input.parameters.contains(name)) {
            values[name] = numbers_of(input.parameters[name], fmt::format("{}.{}", input.where, name));
        } else if (std::isnan(field.default_value)) {
            throw DataError(fmt::format("{}: \"{}\" ({}, {}) is missing; module {} needs it", input.where,
                                        name, field.meaning, field.unit, input.module));
        } else {
            values[name] = {field.default_value};
        }
    }
    for (const auto& [key, value] : input.parameters.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            log::warn("{}.{}: module {} has no such field{}", input.where, key, input.module,
                      did_you_mean(key, known));
        }
    }
    return values;
}

engine::StimulusEntry stimulus_of(const sonata::InputSettings& input,
                                  const sonata::Configuration& configuration, const TimeGrid& grid,
                                  std::vector<Selection> rows) {
    const auto* model = find_in(stimulus_model_catalogue(), input.module);
    if (model == nullptr) {
        throw DataError(fmt::format("{}: module \"{}\" is not supported{}; simdrive --list-models shows all",
                                    input.where, input.module, did_you_mean(input.module, module_names())));
    }
    engine::StimulusEntry entry;
    entry.name = input.name;
    entry.model = model;
    entry.settings.values = field_values(input, *model);
    entry.settings.dt = grid.dt();
    entry.settings.steps = grid.nearest(configuration.run.tstop);
    entry.settings.seed = configuration.run.random_seed;
    entry.settings.key = name_key(input.name);
    const auto weight = entry.settings.values.find("weight");
    if (weight != entry.settings.values.end()) entry.weight = weight->second.front();
    entry.rows = std::move(rows);
    return entry;
}

/// The population that a spike file which names none is about: the only one that its node set touches.
std::string implied_population(const ReplayInput& replay, const circuit::Circuit& circuit) {
    std::string name;
    for (std::size_t p = 0; p < replay.rows.size(); ++p) {
        if (replay.rows[p].empty()) continue;
        if (!name.empty()) return "";
        name = circuit.populations()[p]->name();
    }
    return name;
}

}  // namespace

Inputs resolve_inputs(const sonata::Configuration& configuration, const circuit::Circuit& circuit,
                      const TimeGrid& grid, Problems& problems) {
    Inputs inputs;
    const NodeSetRows node_sets(configuration, circuit);
    for (const auto& input : configuration.inputs) {
        problems.attempt([&] {
            if (input.parameters.value("enabled", json(true)) == json(false)) return;
            auto rows = node_sets.resolve(input.node_set, input.where + ".node_set");
            if (!is_replay(input)) {
                inputs.stimuli.push_back(stimulus_of(input, configuration, grid, std::move(rows)));
                return;
            }
            if (!input.file) {
                throw DataError(
                    fmt::format("{}: \"input_file\" is missing; expected a file of spikes", input.where));
            }
            if (!std::filesystem::exists(*input.file)) {
                throw DataError(
                    fmt::format("{}.input_file: there is no file {}", input.where, input.file->string()));
            }
            inputs.replays.push_back({input.name, input.module, *input.file, std::move(rows)});
        });
    }
    return inputs;
}

std::vector<Spike> read_replays(const std::vector<ReplayInput>& replays, const circuit::Circuit& circuit,
                                const TimeGrid& grid, const std::function<bool(Gid)>& owned) {
    std::vector<Spike> spikes;
    for (const auto& replay : replays) {
        const auto trains = sonata::read_spikes(replay.file, implied_population(replay, circuit));
        for (const auto& [name, train] : trains) {
            const auto index = circuit.find_population(name);
            if (!index || replay.rows[*index].empty()) {
                log::debug("inputs.{}: {} holds spikes of population \"{}\", which is not in the node set",
                           replay.name, replay.file.string(), name);
                continue;
            }
            const auto& population = *circuit.populations()[*index];
            for (std::size_t i = 0; i < train.node_ids.size(); ++i) {
                const auto row = population.row_of(train.node_ids[i]);
                if (!row) {
                    throw DataError(
                        fmt::format("{}: spike {} is of node {}, which population \"{}\" does not have",
                                    replay.file.string(), i, train.node_ids[i], name));
                }
                if (!replay.rows[*index].contains(*row)) continue;
                if (!population.groups()[population.group_of(*row)].is_virtual()) {
                    throw DataError(fmt::format(
                        "{}: spike {} is of node {} of \"{}\", which is not virtual; spikes can be "
                        "replayed for virtual nodes only",
                        replay.file.string(), i, train.node_ids[i], name));
                }
                if (train.times_ms[i] < 0) {
                    throw DataError(fmt::format("{}: spike {} is at {} ms; expected at least 0 ms",
                                                replay.file.string(), i, train.times_ms[i]));
                }
                const Gid gid = population.first_gid() + *row;
                if (owned(gid)) spikes.push_back({grid.at_or_after(train.times_ms[i]), gid});
            }
        }
    }
    return spikes;
}

}  // namespace simdrive::driver
