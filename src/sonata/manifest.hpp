#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace simdrive::sonata {

/// The variables of one configuration file: its own `manifest` and BMTK's built-in ones (configdir,
/// workingdir, configfname, time, date, datetime).
class Manifest {
  public:
    /// `entries` is the object under "manifest", or null. DataError (file, key) for a value that is no text,
    /// and for variables that refer to each other in a circle.
    Manifest(const std::filesystem::path& config_file, const nlohmann::json& entries);

    /// Replaces $NAME (the longest name that fits) and ${NAME}. A name that nobody defined stays as it is and
    /// is noted in unknown().
    std::string expand(const std::string& text);
    /// Expands every string below `document`, but not keys.
    void expand_all(nlohmann::json& document);
    /// Messages about names that are not defined.
    const std::vector<std::string>& unknown() const { return unknown_; }

  private:
    void define(const std::string& name, const std::map<std::string, std::string>& raw,
                std::vector<std::string>& open);
    std::string name_at(const std::string& text, std::size_t dollar,
                        const std::map<std::string, std::string>& names, std::size_t& past) const;
    void note_unknown(const std::string& text, std::size_t dollar);

    std::string file_;
    std::map<std::string, std::string> values_;
    std::vector<std::string> unknown_;
};

}  // namespace simdrive::sonata
