#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The small text files of /proc and /sys, for this room alone. A missing or odd file is no value, not an
/// error.
namespace simdrive::memory {

/// The first line, trimmed.
std::optional<std::string> first_line(const std::filesystem::path& file);
std::vector<std::string> all_lines(const std::filesystem::path& file);
/// A file that is one number.
std::optional<std::uint64_t> number_in(const std::filesystem::path& file);
/// The number that follows `key` on the line that begins with it: "MemTotal:  24 kB", "inactive_file 4096".
std::optional<std::uint64_t> number_after(const std::filesystem::path& file, std::string_view key);
std::optional<std::uint64_t> parse_number(std::string_view text);
/// The kernel's list of numbers: "0-3,8" → 0 1 2 3 8. Empty where it is none.
std::vector<int> parse_list(std::string_view text);

}  // namespace simdrive::memory
