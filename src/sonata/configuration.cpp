#include "sonata/configuration.hpp"

#include <fmt/format.h>

#include <optional>

#include "sonata/configuration_sections.hpp"

namespace simdrive::sonata {

namespace {

/// The files of a configuration, in the order of growing weight: circuit, simulation. One file may be both.
struct Files {
    std::vector<ConfigurationFile> files;

    /// The file whose section counts, or none.
    const ConfigurationFile* with(const char* key) const {
        for (auto file = files.rbegin(); file != files.rend(); ++file) {
            if (const auto found = file->document.find(key);
                found != file->document.end() && !found->is_null())
                return &*file;
        }
        return nullptr;
    }
};

std::filesystem::path named_path(const ConfigurationFile& file, const char* key, const char* otherwise,
                                 std::vector<std::string>& warnings) {
    const nlohmann::json value = file.document.value(key, nlohmann::json(otherwise));
    if (!value.is_string())
        throw DataError(fmt::format("{}: {}: found {}; expected the path of a file", file.path.string(), key,
                                    value.dump()));
    return file.resolve(value.get<std::string>(), warnings);
}

/// Reads `path` and the files that it names.
Files read_files(const std::filesystem::path& path, Configuration& out) {
    Files found;
    ConfigurationFile top = ConfigurationFile::read(path, out.warnings);
    if (top.document.contains("networks")) {
        if (top.document.contains("network"))
            out.warnings.push_back(
                fmt::format("{}: network: not read, since the file has \"networks\"", path.string()));
        out.circuit_file = path;
        found.files.push_back(std::move(top));
        return found;
    }
    if (top.document.contains("simulation")) {
        const auto simulation = named_path(top, "simulation", "simulation_config.json", out.warnings);
        ConfigurationFile inner = ConfigurationFile::read(simulation, out.warnings);
        if (top.document.contains("network")) {
            out.circuit_file = named_path(top, "network", "", out.warnings);
        } else {
            out.circuit_file = named_path(inner, "network", "circuit_config.json", out.warnings);
        }
        found.files.push_back(ConfigurationFile::read(out.circuit_file, out.warnings));
        found.files.push_back(std::move(inner));
        found.files.push_back(std::move(top));
        return found;
    }
    out.circuit_file = named_path(top, "network", "circuit_config.json", out.warnings);
    std::error_code error;
    if (!top.document.contains("network") && !std::filesystem::exists(out.circuit_file, error))
        throw DataError(fmt::format("{}: has neither \"networks\" nor \"network\", and there is no {}",
                                    path.string(), out.circuit_file.string()));
    found.files.push_back(ConfigurationFile::read(out.circuit_file, out.warnings));
    found.files.push_back(std::move(top));
    return found;
}

void check_top_keys(const Files& files, Problems& problems, std::vector<std::string>& warnings) {
    for (const ConfigurationFile& file : files.files) {
        const ConfigurationSection top(file.document, file.path.string(), file, problems, warnings);
        top.check_keys({"version", "network", "simulation", "networks", "components", "run", "output",
                        "inputs", "reports", "conditions", "node_sets_file", "node_sets", "node_set",
                        "target_simulator", "connection_overrides", "metadata", "beta_features",
                        "compartment_sets_file", "compartment_sets"});
    }
}

/// Hands the section `key`, if there is one, to `read`.
template <class Read>
void with_section(const Files& files, const char* key, Problems& problems, Configuration& out, Read read) {
    const ConfigurationFile* file = files.with(key);
    if (file == nullptr) return;
    const std::string where = fmt::format("{}: {}", file->path.string(), key);
    read(ConfigurationSection(file->document.at(key), where, *file, problems, out.warnings), out);
}

nlohmann::json value_of(const Files& files, const char* key, const nlohmann::json& otherwise) {
    const ConfigurationFile* file = files.with(key);
    return file == nullptr ? otherwise : file->document.at(key);
}

void read_node_sets(const Files& files, Problems& problems, Configuration& out) {
    out.node_sets = nlohmann::json::object();
    for (const ConfigurationFile& file : files.files) {
        const ConfigurationSection top(file.document, file.path.string(), file, problems, out.warnings);
        const std::string where = file.path.string() + ": ";
        if (const auto path = top.path("node_sets_file")) out.node_sets_files.push_back(*path);
        if (const nlohmann::json& sets = top.at("node_sets"); sets.is_object()) {
            out.node_sets.update(sets);
        } else if (!sets.is_null()) {
            problems.add(where + "node_sets: expected an object {…}");
        }
    }
    out.node_set = value_of(files, "node_set", nullptr);
}

void read_rest(const Files& files, Problems& problems, Configuration& out) {
    const auto target = value_of(files, "target_simulator", "");
    if (target.is_string()) out.target_simulator = target.get<std::string>();
    out.conditions = nlohmann::json::object();
    with_section(
        files, "conditions", problems, out,
        [](const ConfigurationSection& section, Configuration& to) { to.conditions = section.value(); });
    out.connection_overrides = value_of(files, "connection_overrides", nlohmann::json::array());
    out.resolved = nlohmann::json::object();
    for (const ConfigurationFile& file : files.files) out.resolved.update(file.document);
    out.resolved.erase("network");
    out.resolved.erase("simulation");
}

}  // namespace

Configuration load_configuration(const std::filesystem::path& path, Problems& problems) {
    Configuration out;
    out.file = path;
    Files files;
    problems.attempt([&] { files = read_files(path, out); });
    if (files.files.empty()) return out;
    check_top_keys(files, problems, out.warnings);
    if (files.with("networks") == nullptr)
        problems.add(fmt::format("{}: networks: missing; expected the circuit's nodes and edges",
                                 out.circuit_file.string()));
    with_section(files, "networks", problems, out, read_networks);
    // Folders of components add up over the files; the simulation's win.
    for (const ConfigurationFile& file : files.files) {
        const ConfigurationSection top(file.document, file.path.string(), file, problems, out.warnings);
        read_components(top.child(top.at("components"), fmt::format("{}: components", file.path.string())),
                        out);
    }
    if (files.with("version") != nullptr) out.output.spikes_file = "out.h5";  // OBI's default
    if (files.with("output") == nullptr)
        out.output.output_dir = (files.files.back().folder() / "output").lexically_normal();
    out.has_simulation = files.with("run") != nullptr;
    with_section(files, "run", problems, out, read_run);
    with_section(files, "output", problems, out, read_output);
    with_section(files, "inputs", problems, out, read_inputs);
    with_section(files, "reports", problems, out, read_reports);
    read_node_sets(files, problems, out);
    read_rest(files, problems, out);
    return out;
}

}  // namespace simdrive::sonata
