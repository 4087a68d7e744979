#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace simdrive::sonata {

/// Order of the spikes in a spike file; the numbers are those of the SONATA attribute `sorting`.
enum class SpikeSorting : std::uint8_t { none = 0, by_id = 1, by_time = 2 };

/// An entry of networks.nodes or networks.edges that names a file.
struct NetworkFile {
    std::filesystem::path file;
    std::optional<std::filesystem::path> types_file;
    /// OBI: the populations of the file that count, with their settings ({"type": "virtual"}); empty = all.
    std::map<std::string, nlohmann::json> populations;
    std::string where;  ///< "circuit_config.json: networks.nodes[0]", the beginning of messages about it
};

/// A population or a projection that is described by a rule and not in a file (docs/file-formats.md).
struct RuleDescription {
    std::string name;
    nlohmann::json description;
    std::string where;  ///< "circuit_config.json: networks.nodes[0].populations.L4E"
};

/// Folders named under `components`, by key ("point_neuron_models_dir"), resolved.
using Components = std::map<std::string, std::filesystem::path>;

struct RunSettings {
    double tstart = 0;  ///< ms
    double tstop = 0;   ///< ms
    double dt = 0;      ///< ms; 0 where the configuration has none (a circuit alone)
    std::uint64_t random_seed = 0;
};

struct OutputSettings {
    std::filesystem::path output_dir = "output";      ///< resolved
    std::filesystem::path spikes_file = "spikes.h5";  ///< relative to output_dir, unless absolute
    std::filesystem::path log_file;                   ///< the same; empty = none
    bool overwrite_output_dir = true;
    SpikeSorting spikes_sort_order = SpikeSorting::by_time;
};

/// One entry of `inputs`.
struct InputSettings {
    std::string name;
    std::string input_type;   ///< "spikes", "current_clamp", …
    std::string module;       ///< "h5", "IClamp", "linear", "poisson", …
    nlohmann::json node_set;  ///< null where the entry has none
    /// File of spikes or currents (input_file, spike_file, file), resolved.
    std::optional<std::filesystem::path> file;
    nlohmann::json parameters;  ///< every other key
    std::string where;          ///< "simulation_config.json: inputs.drive"
};

/// One entry of `reports`, as it stands; entries with "enabled": false are left out.
struct ReportSettings {
    std::string name;
    nlohmann::json parameters;
    std::string where;
};

/// A configuration with its manifest applied, its files joined and its paths resolved. Plain values; no file
/// of the circuit has been opened.
struct Configuration {
    std::filesystem::path file;          ///< what was asked for
    std::filesystem::path circuit_file;  ///< the file that holds `networks`
    bool has_simulation = false;         ///< whether there is a `run` section
    std::string target_simulator;
    RunSettings run;
    OutputSettings output;
    std::vector<NetworkFile> nodes;
    std::vector<NetworkFile> edges;
    std::vector<RuleDescription> node_rules;
    std::vector<RuleDescription> edge_rules;
    Components components;
    nlohmann::json conditions;          ///< object, perhaps empty
    std::vector<InputSettings> inputs;  ///< in the order of their names
    std::vector<ReportSettings> reports;
    /// Files of named node sets; later ones win. They may be missing: NodeSets says so when one is needed.
    std::vector<std::filesystem::path> node_sets_files;
    nlohmann::json node_sets;             ///< named node sets inside the configuration itself; object
    nlohmann::json node_set;              ///< what is simulated; null = everything
    nlohmann::json connection_overrides;  ///< array, perhaps empty; as it stands
    nlohmann::json resolved;              ///< everything after the manifest, for provenance
    std::vector<std::string> warnings;    ///< unknown keys, paths found elsewhere than expected, …
};

/// Reads a configuration: `{network, simulation}`, one file with everything, or a simulation configuration
/// that names `network` (default circuit_config.json beside it). What is wrong is added to `problems`, each
/// with file and key; the result is usable only if none was added. Never throws DataError.
Configuration load_configuration(const std::filesystem::path& path, Problems& problems);

}  // namespace simdrive::sonata
