#include "sonata/component_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/json_file.hpp"

namespace simdrive::sonata {

namespace {

constexpr double sonata_magic = 0x0A7A;

std::optional<std::filesystem::path> existing(const std::filesystem::path& folder, const std::string& name) {
    std::error_code error;
    for (const std::string& candidate : {name, name + ".json"}) {
        if (const auto path = folder / candidate; std::filesystem::is_regular_file(path, error)) return path;
    }
    return std::nullopt;
}

}  // namespace

nlohmann::json read_component(const Components& components, std::initializer_list<const char*> folders,
                              const std::string& name, const std::string& table_file,
                              const std::string& where) {
    std::vector<std::filesystem::path> searched;
    for (const char* key : folders) {
        if (const auto folder = components.find(key); folder != components.end())
            searched.push_back(folder->second);
    }
    searched.push_back(std::filesystem::path(table_file).parent_path());
    for (const auto& folder : searched) {
        const auto path = existing(folder, name);
        if (!path) continue;
        auto document = io::read_json(*path);
        if (!document.is_object())
            throw DataError(fmt::format("{}: expected a JSON object {{…}} of parameters", path->string()));
        return document;
    }
    std::vector<std::string> names;
    names.reserve(searched.size());
    for (const auto& folder : searched) names.push_back(folder.empty() ? "." : folder.string());
    throw DataError(fmt::format("{}: dynamics_params: no file \"{}\" in {}; is components.{} set?", where,
                                name, fmt::join(names, ", "), *folders.begin()));
}

Components with_settings(const Components& components, const NetworkFile& entry,
                         const std::string& population) {
    Components out = components;
    const auto settings = entry.populations.find(population);
    if (settings == entry.populations.end()) return out;
    for (const auto& [key, value] : settings->second.items()) {
        if (key.ends_with("_dir") && value.is_string()) out[key] = value.get<std::string>();
    }
    return out;
}

TypeTable read_types(const NetworkFile& entry, const std::string& id_column) {
    return entry.types_file ? TypeTable::read(*entry.types_file, id_column) : TypeTable();
}

void check_magic(const io::Group& root) {
    const auto magic = root.number_attribute("magic");
    if (magic && !magic->empty() && magic->front() != sonata_magic)
        throw DataError(fmt::format("{}: attribute \"magic\" is {:#06x}; a SONATA file has 0x0a7a",
                                    root.file(), static_cast<std::uint64_t>(magic->front())));
}

}  // namespace simdrive::sonata
