#include <fmt/format.h>

#include <algorithm>

#include "sonata/configuration_sections.hpp"

namespace simdrive::sonata {

namespace {

/// What the two lists of `networks` call the same things.
struct Spelling {
    const char* list;
    const char* file;
    const char* types_file;
};
constexpr Spelling of_nodes{"nodes", "nodes_file", "node_types_file"};
constexpr Spelling of_edges{"edges", "edges_file", "edge_types_file"};

/// Settings of a population in a file; folders and files that they name are resolved.
nlohmann::json population_settings(const ConfigurationSection& settings) {
    nlohmann::json out = settings.value();
    for (const auto& [key, value] : settings.value().items()) {
        if (value.is_string() && (key.ends_with("_dir") || key.ends_with("_file"))) {
            if (const auto path = settings.path(key)) out[key] = path->string();
        }
    }
    return out;
}

NetworkFile network_file(const ConfigurationSection& entry, const Spelling& spelling,
                         const std::filesystem::path& path) {
    entry.check_keys({spelling.file, spelling.types_file, "populations", "enabled"});
    NetworkFile out;
    out.where = entry.where();
    out.file = path;
    out.types_file = entry.path(spelling.types_file);
    const ConfigurationSection populations = entry.section("populations");
    for (const auto& item : populations.value().items())
        out.populations[item.key()] = population_settings(populations.section(item.key()));
    return out;
}

void read_rules(const ConfigurationSection& entry, const Spelling& spelling,
                std::vector<RuleDescription>& rules) {
    entry.check_keys({spelling.file, "populations", "enabled"});
    const ConfigurationSection populations = entry.section("populations");
    if (populations.value().empty()) {
        entry.problem(fmt::format("{}: expected \"{}\", or \"populations\" described by rules", entry.where(),
                                  spelling.file));
        return;
    }
    for (const auto& item : populations.value().items()) {
        const std::string& name = item.key();
        const nlohmann::json& description = item.value();
        const std::string where = populations.where(name);
        if (!description.is_object()) {
            entry.problem(fmt::format("{}: expected an object {{…}}", where));
        } else if (name.empty()) {
            entry.problem(fmt::format("{}: a population without a name", where));
        } else if (std::any_of(rules.begin(), rules.end(), [&](const auto& r) { return r.name == name; })) {
            entry.problem(fmt::format("{}: \"{}\" is described twice", where, name));
        } else {
            rules.push_back({name, description, where});
        }
    }
}

void read_list(const ConfigurationSection& networks, const Spelling& spelling,
               std::vector<NetworkFile>& files, std::vector<RuleDescription>& rules) {
    const nlohmann::json& list = networks.at(spelling.list);
    if (list.is_null()) return;
    if (!list.is_array()) {
        networks.problem(fmt::format("{}: expected a list […]", networks.where(spelling.list)));
        return;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        const ConfigurationSection entry =
            networks.child(list[i], fmt::format("{}[{}]", networks.where(spelling.list), i));
        if (!list[i].is_object()) {
            if (list[i].is_null()) entry.problem(entry.where() + ": expected an object {…}");
            continue;
        }
        if (!entry.flag("enabled").value_or(true)) continue;
        if (entry.has(spelling.file)) {
            if (const auto path = entry.path(spelling.file)) {
                files.push_back(network_file(entry, spelling, *path));
            } else if (entry.at(spelling.file).is_string()) {
                entry.problem(fmt::format("{}: names no file", entry.where(spelling.file)));
            }
        } else {
            read_rules(entry, spelling, rules);
        }
    }
}

}  // namespace

void read_networks(const ConfigurationSection& networks, Configuration& out) {
    networks.check_keys({"nodes", "edges"});
    read_list(networks, of_nodes, out.nodes, out.node_rules);
    read_list(networks, of_edges, out.edges, out.edge_rules);
    if (!networks.has("nodes"))
        networks.problem(fmt::format("{}: expected a list of node populations", networks.where("nodes")));
}

void read_components(const ConfigurationSection& components, Configuration& out) {
    for (const auto& [key, value] : components.value().items()) {
        if (!value.is_string()) continue;  // OBI keeps other things here too, none of them ours
        if (const auto path = components.path(key)) out.components[key] = *path;
    }
}

}  // namespace simdrive::sonata
