#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/gzip_file.hpp"

namespace simdrive::balance {

inline std::vector<std::string> read_lines(const std::filesystem::path& path) {
    io::GzipReader file(path);
    std::vector<std::string> lines;
    while (const auto line = file.line()) lines.emplace_back(*line);
    return lines;
}

inline void write_lines(const std::filesystem::path& path, const std::vector<std::string>& lines) {
    io::GzipWriter file(path);
    for (const auto& line : lines) file.write_line(line);
    file.close();
}

/// Replaces the first `from` of a text, which must be there.
inline void replace(std::string& text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
}

}  // namespace simdrive::balance
