#include "sonata/configuration_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "io/json_file.hpp"
#include "sonata/manifest.hpp"

namespace simdrive::sonata {

namespace {

const nlohmann::json& empty_object() {
    static const nlohmann::json object = nlohmann::json::object();
    return object;
}

}  // namespace

ConfigurationFile ConfigurationFile::read(const std::filesystem::path& path,
                                          std::vector<std::string>& warnings) {
    ConfigurationFile out{path, io::read_json(path)};
    if (!out.document.is_object())
        throw DataError(fmt::format("{}: expected a JSON object {{…}}", path.string()));
    const nlohmann::json entries = out.document.value("manifest", nlohmann::json());
    Manifest manifest(path, entries);
    out.document.erase("manifest");
    manifest.expand_all(out.document);
    warnings.insert(warnings.end(), manifest.unknown().begin(), manifest.unknown().end());
    return out;
}

std::filesystem::path ConfigurationFile::folder() const {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::filesystem::path ConfigurationFile::resolve(const std::string& text,
                                                 std::vector<std::string>& warnings) const {
    const std::filesystem::path named(text);
    if (named.is_absolute()) return named.lexically_normal();
    auto here = (folder() / named).lexically_normal();
    std::error_code error;
    if (!std::filesystem::exists(here, error) && std::filesystem::exists(named, error)) {
        warnings.push_back(
            fmt::format("{}: \"{}\" is not in the folder of this file but in the working "
                        "directory; the latter is used",
                        path.string(), text));
        return named.lexically_normal();
    }
    return here;
}

ConfigurationSection::ConfigurationSection(const nlohmann::json& value, std::string where,
                                           const ConfigurationFile& file, Problems& problems,
                                           std::vector<std::string>& warnings)
    : value_(value.is_object() ? value : empty_object()),
      where_(std::move(where)),
      file_(file),
      problems_(problems),
      warnings_(warnings) {
    if (!value.is_object() && !value.is_null())
        problem(fmt::format("{}: found {}; expected an object {{…}}", where_, value.dump()));
}

bool ConfigurationSection::has(const std::string& key) const {
    const auto found = value_.find(key);
    return found != value_.end() && !found->is_null();
}

const nlohmann::json& ConfigurationSection::at(const std::string& key) const {
    static const nlohmann::json null;
    const auto found = value_.find(key);
    return found == value_.end() ? null : *found;
}

std::optional<double> ConfigurationSection::number(const std::string& key) const {
    if (!has(key)) return std::nullopt;
    if (at(key).is_number()) return at(key).get<double>();
    problem(fmt::format("{}: found {}; expected a number", where(key), at(key).dump()));
    return std::nullopt;
}

std::optional<std::string> ConfigurationSection::text(const std::string& key) const {
    if (!has(key)) return std::nullopt;
    if (at(key).is_string()) return at(key).get<std::string>();
    problem(fmt::format("{}: found {}; expected a text", where(key), at(key).dump()));
    return std::nullopt;
}

std::optional<bool> ConfigurationSection::flag(const std::string& key) const {
    if (!has(key)) return std::nullopt;
    if (at(key).is_boolean()) return at(key).get<bool>();
    problem(fmt::format("{}: found {}; expected true or false", where(key), at(key).dump()));
    return std::nullopt;
}

std::optional<std::filesystem::path> ConfigurationSection::path(const std::string& key) const {
    const auto named = text(key);
    if (!named || named->empty() || *named == "NULL" || *named == "NONE") return std::nullopt;
    return file_.resolve(*named, warnings_);
}

ConfigurationSection ConfigurationSection::section(const std::string& key) const {
    return child(at(key), where(key));
}

ConfigurationSection ConfigurationSection::child(const nlohmann::json& value,
                                                 const std::string& where) const {
    return {value, where, file_, problems_, warnings_};
}

void ConfigurationSection::check_keys(std::initializer_list<const char*> known) const {
    const std::vector<std::string> names(known.begin(), known.end());
    for (const auto& [key, ignored] : value_.items()) {
        if (std::find(names.begin(), names.end(), key) == names.end())
            warn(fmt::format("{}: unknown key is ignored{}", where(key), did_you_mean(key, names)));
    }
}

}  // namespace simdrive::sonata
