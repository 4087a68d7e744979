#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace simdrive {

/// "1.50 GiB", "312 B": binary units, three figures.
std::string format_bytes(double bytes);
/// "12 345 678": groups of three.
std::string format_count(std::uint64_t count);
/// "1 rank", "12 345 ranks".
std::string plural(std::uint64_t count, std::string_view noun);
/// "3 min 46 s", "1.25 s", "2 h 05 min", "730 µs".
std::string format_duration(double seconds);
/// Bytes from "24G", "512 MiB", "1.5e9", "800M" (suffixes are binary: K, M, G, T, with or without B or iB);
/// UsageError names `what` otherwise.
std::uint64_t parse_bytes(std::string_view text, std::string_view what);
/// The candidate nearest to `name` by edit distance, if it is near enough to be what was meant.
std::optional<std::string> closest(std::string_view name, std::span<const std::string> candidates);
/// "; did you mean \"tau_m\"?" or "".
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);
std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);

}  // namespace simdrive
