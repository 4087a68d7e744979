#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/error.hpp"

namespace simdrive {

std::string format_bytes(double bytes) {
    static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (std::abs(bytes) >= 1023.5 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    if (unit == 0) return fmt::format("{:.0f} B", bytes);
    const int digits = std::abs(bytes) < 10 ? 2 : std::abs(bytes) < 100 ? 1 : 0;
    return fmt::format("{:.{}f} {}", bytes, digits, units.at(unit));
}

std::string format_count(std::uint64_t count) {
    const std::string digits = fmt::format("{}", count);
    std::string grouped;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ' ';
        grouped += digits[i];
    }
    return grouped;
}

std::string plural(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", format_count(count), noun, count == 1 ? "" : "s");
}

std::string format_duration(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.0f} µs", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
    if (seconds < 60) return fmt::format("{:.2f} s", seconds);
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::uint64_t parse_bytes(std::string_view text, std::string_view what) {
    const std::string_view trimmed = trim(text);
    double value = 0;
    const auto [end, fault] = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value);
    std::string_view suffix = trim({end, static_cast<std::size_t>(trimmed.data() + trimmed.size() - end)});
    double unit = 1;
    if (!suffix.empty()) {
        const auto power = std::string_view("KMGTP").find(static_cast<char>(std::toupper(suffix.front())));
        if (power != std::string_view::npos) {
            unit = std::pow(1024.0, static_cast<double>(power) + 1);
            suffix.remove_prefix(1);
        }
    }
    const bool known = suffix.empty() || suffix == "B" || suffix == "iB" || suffix == "b";
    const double bytes = value * unit;
    if (fault != std::errc() || !known || !(bytes >= 0) || bytes > 9e18) {
        throw UsageError(
            fmt::format("{} is \"{}\"; expected a size such as 24G, 512M or 1073741824", what, text));
    }
    return static_cast<std::uint64_t>(bytes);
}

namespace {
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (std::tolower(a[i]) == std::tolower(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}
}  // namespace

std::optional<std::string> closest(std::string_view name, std::span<const std::string> candidates) {
    std::optional<std::string> best;
    std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const auto& candidate : candidates) {
        const auto distance = edit_distance(name, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
    const auto match = closest(name, candidates);
    return match ? fmt::format("; did you mean \"{}\"?", *match) : std::string();
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    while (true) {
        const auto to = text.find(separator, from);
        parts.emplace_back(text.substr(from, to - from));
        if (to == std::string_view::npos) return parts;
        from = to + 1;
    }
}

std::string_view trim(std::string_view text) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace simdrive
