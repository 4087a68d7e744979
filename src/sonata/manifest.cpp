#include "sonata/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"

namespace simdrive::sonata {

namespace {

std::string now_as(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[32] = {};
    return {text, std::strftime(text, sizeof(text), format, &parts)};
}

bool starts_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

Manifest::Manifest(const std::filesystem::path& config_file, const nlohmann::json& entries)
    : file_(config_file.string()) {
    // Absolute, because relative paths of the file count from its own folder.
    const auto absolute = std::filesystem::absolute(config_file).lexically_normal();
    values_ = {{"configdir", absolute.parent_path().string()},
               {"workingdir", std::filesystem::current_path().string()},
               {"configfname", absolute.string()},
               {"time", now_as("%H-%M-%S")},
               {"date", now_as("%Y-%m-%d")},
               {"datetime", now_as("%Y-%m-%d_%H-%M-%S")}};
    if (entries.is_null()) return;
    if (!entries.is_object()) throw DataError(fmt::format("{}: manifest: expected an object", file_));
    std::map<std::string, std::string> raw;
    for (const auto& [key, value] : entries.items()) {
        if (!value.is_string()) throw DataError(fmt::format("{}: manifest.{}: expected a text", file_, key));
        std::string name = key;
        if (name.starts_with("${") && name.ends_with("}")) {
            name = name.substr(2, name.size() - 3);
        } else if (name.starts_with("$")) {
            name = name.substr(1);
        }
        if (name.empty()) throw DataError(fmt::format("{}: manifest: a variable without a name", file_));
        raw[name] = value.get<std::string>();
    }
    for (const auto& entry : raw) values_.erase(entry.first);
    std::vector<std::string> open;
    for (const auto& entry : raw) define(entry.first, raw, open);
}

void Manifest::define(const std::string& name, const std::map<std::string, std::string>& raw,
                      std::vector<std::string>& open) {
    if (values_.contains(name)) return;
    if (std::find(open.begin(), open.end(), name) != open.end()) {
        open.push_back(name);
        throw DataError(fmt::format("{}: manifest: the variables {} refer to each other in a circle", file_,
                                    fmt::join(open, " → ")));
    }
    open.push_back(name);
    const std::string& text = raw.at(name);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::size_t past = 0;
        if (text[i] != '$') continue;
        if (const std::string needed = name_at(text, i, raw, past); !needed.empty())
            define(needed, raw, open);
    }
    open.pop_back();
    values_[name] = expand(text);
}

std::string Manifest::name_at(const std::string& text, std::size_t dollar,
                              const std::map<std::string, std::string>& names, std::size_t& past) const {
    const auto known = [&](const std::string& name) {
        return names.contains(name) || values_.contains(name);
    };
    std::size_t from = dollar + 1;
    if (from < text.size() && text[from] == '{') {
        const std::size_t end = text.find('}', from);
        if (end == std::string::npos) return {};
        past = end + 1;
        const std::string name = text.substr(from + 1, end - from - 1);
        return known(name) ? name : std::string();
    }
    std::string longest;
    const auto consider = [&](const std::string& name) {
        if (name.size() > longest.size() && text.compare(from, name.size(), name) == 0) longest = name;
    };
    for (const auto& entry : names) consider(entry.first);
    for (const auto& entry : values_) consider(entry.first);
    past = from + longest.size();
    return longest;
}

std::string Manifest::expand(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t past = 0;
        const std::string name = text[i] == '$' ? name_at(text, i, values_, past) : std::string();
        if (!name.empty()) {
            out += values_.at(name);
            i = past;
            continue;
        }
        if (text[i] == '$') note_unknown(text, i);
        out += text[i++];
    }
    return out;
}

void Manifest::note_unknown(const std::string& text, std::size_t dollar) {
    // A dollar sign that begins no name (the end of a regular expression) is just that.
    std::size_t from = dollar + 1;
    if (from < text.size() && text[from] == '{') ++from;
    if (from >= text.size() || !starts_name(text[from])) return;
    std::size_t end = from;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
        ++end;
    const std::string name = text.substr(from, end - from);
    std::vector<std::string> names;
    for (const auto& entry : values_) names.push_back(entry.first);
    const std::string message = fmt::format("{}: \"{}\": the manifest has no variable \"{}\"{}", file_, text,
                                            name, did_you_mean(name, names));
    if (std::find(unknown_.begin(), unknown_.end(), message) == unknown_.end()) unknown_.push_back(message);
}

void Manifest::expand_all(nlohmann::json& document) {
    if (document.is_string()) {
        document = expand(document.get<std::string>());
    } else if (document.is_structured()) {
        for (auto& child : document) expand_all(child);
    }
}

}  // namespace simdrive::sonata
