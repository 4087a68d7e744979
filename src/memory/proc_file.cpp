#include "memory/proc_file.hpp"

#include <charconv>
#include <fstream>

#include "base/text.hpp"

namespace simdrive::memory {

std::vector<std::string> all_lines(const std::filesystem::path& file) {
    std::vector<std::string> lines;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::optional<std::string> first_line(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string line;
    if (!std::getline(stream, line)) return std::nullopt;
    return std::string(trim(line));
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

std::optional<std::uint64_t> number_in(const std::filesystem::path& file) {
    const auto line = first_line(file);
    return line ? parse_number(*line) : std::nullopt;
}

std::optional<std::uint64_t> number_after(const std::filesystem::path& file, std::string_view key) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(key)) continue;
        const auto rest = trim(std::string_view(line).substr(key.size()));
        return parse_number(rest.substr(0, rest.find(' ')));
    }
    return std::nullopt;
}

std::vector<int> parse_list(std::string_view text) {
    constexpr std::uint64_t most = 1U << 20U;  // no machine has more; a typing error must not fill memory
    std::vector<int> numbers;
    for (const auto& part : split(trim(text), ',')) {
        const auto dash = part.find('-');
        const auto first = parse_number(std::string_view(part).substr(0, dash));
        const auto last =
            dash == std::string::npos ? first : parse_number(std::string_view(part).substr(dash + 1));
        if (!first || !last || *last > most) return {};
        for (auto i = *first; i <= *last; ++i) numbers.push_back(static_cast<int>(i));
    }
    return numbers;
}

}  // namespace simdrive::memory
