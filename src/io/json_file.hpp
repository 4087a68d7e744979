#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace simdrive::io {

/// The JSON document in a file; comments are allowed. DataError names file, line and column of what is wrong;
/// keys that occur twice in an object and nesting more than 200 deep are wrong too.
nlohmann::json read_json(const std::filesystem::path& path);

/// Writes `document`, indented, in place of what was there, once it is complete.
void write_json(const std::filesystem::path& path, const nlohmann::json& document);

}  // namespace simdrive::io
