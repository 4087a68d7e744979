#pragma once

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace simdrive::sonata {

/// One file of a configuration, its manifest applied.
struct ConfigurationFile {
    std::filesystem::path path;
    nlohmann::json document;  ///< an object
    /// DataError for a file that is missing, no JSON or no object.
    static ConfigurationFile read(const std::filesystem::path& path, std::vector<std::string>& warnings);
    std::filesystem::path folder() const;
    /// A path that the file names: relative ones count from the file's folder; where nothing lies there but
    /// something does in the working directory (BMTK's rule), that is taken and `warnings` says so.
    std::filesystem::path resolve(const std::string& text, std::vector<std::string>& warnings) const;
};

/// An object of a configuration, with what is needed to read it: where it stands and whom to tell.
class ConfigurationSection {
  public:
    ConfigurationSection(const nlohmann::json& value, std::string where, const ConfigurationFile& file,
                         Problems& problems, std::vector<std::string>& warnings);

    const std::string& where() const { return where_; }
    /// "file: section.key"
    std::string where(const std::string& key) const { return where_ + "." + key; }
    const nlohmann::json& value() const { return value_; }
    const ConfigurationFile& file() const { return file_; }
    /// Present and not null.
    bool has(const std::string& key) const;
    const nlohmann::json& at(const std::string& key) const;

    /// None where the key is absent or null; a value of another kind is a problem, and none.
    std::optional<double> number(const std::string& key) const;
    std::optional<std::string> text(const std::string& key) const;
    std::optional<bool> flag(const std::string& key) const;
    /// As text, resolved. "", "NULL" and "NONE" are none.
    std::optional<std::filesystem::path> path(const std::string& key) const;
    /// The object under `key`; an empty one where it is absent.
    ConfigurationSection section(const std::string& key) const;
    ConfigurationSection child(const nlohmann::json& value, const std::string& where) const;

    /// Warns of every key that is not in `known`.
    void check_keys(std::initializer_list<const char*> known) const;
    void problem(const std::string& message) const { problems_.add(message); }
    void warn(const std::string& message) const { warnings_.push_back(message); }

  private:
    const nlohmann::json& value_;
    std::string where_;
    const ConfigurationFile& file_;
    Problems& problems_;
    std::vector<std::string>& warnings_;
};

}  // namespace simdrive::sonata
