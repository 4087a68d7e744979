#include "sonata/type_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "base/text.hpp"

namespace simdrive::sonata {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

bool means_no_value(const std::string& text) {
    std::string upper = text;
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return upper.empty() || upper == "NULL" || upper == "NONE" || upper == "NAN" || upper == "NA";
}

/// The quoted field that begins at `i`; `i` goes past it.
std::string quoted_field(const std::string& line, std::size_t& i) {
    std::string field;
    for (++i; i < line.size(); ++i) {
        if (line[i] != '"') {
            field += line[i];
        } else if (i + 1 < line.size() && line[i + 1] == '"') {
            field += line[i++];
        } else {
            ++i;
            break;
        }
    }
    return field;
}

}  // namespace

std::vector<std::optional<std::string>> split_csv_line(const std::string& line) {
    std::vector<std::optional<std::string>> fields;
    for (std::size_t i = 0; i < line.size();) {
        if (is_blank(line[i])) {
            ++i;
            continue;
        }
        std::string field;
        if (line[i] == '"') {
            field = quoted_field(line, i);
        } else {
            while (i < line.size() && !is_blank(line[i])) field += line[i++];
        }
        fields.push_back(means_no_value(field) ? std::nullopt : std::optional(std::move(field)));
    }
    return fields;
}

std::optional<double> parse_number(const std::string& text) {
    double value = 0;
    const char* first = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* past = text.data() + text.size();
    const auto [end, error] = std::from_chars(first, past, value);
    if (error != std::errc() || end != past || !std::isfinite(value)) return std::nullopt;
    return value;
}

TypeTable TypeTable::read(const std::filesystem::path& path, const std::string& id_column) {
    TypeTable table;
    table.file_ = path.string();
    std::ifstream in(path);
    if (!in || std::filesystem::is_directory(path))
        throw DataError(fmt::format("{}: cannot be opened; expected a table of types", table.file_));
    std::vector<std::string> header;
    std::size_t id_at = 0;
    std::string line;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
        if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
        auto fields = split_csv_line(line);
        if (fields.empty()) continue;
        if (header.empty()) {
            for (auto& field : fields) header.push_back(field.value_or(""));
            const auto at = std::find(header.begin(), header.end(), id_column);
            if (at == header.end())
                throw DataError(fmt::format("{}: line {}: no column \"{}\"{}", table.file_, number, id_column,
                                            did_you_mean(id_column, header)));
            id_at = static_cast<std::size_t>(at - header.begin());
            continue;
        }
        if (fields.size() > header.size())
            throw DataError(fmt::format("{}: line {}: {} fields; expected {} (quote texts with blanks)",
                                        table.file_, number, fields.size(), header.size()));
        fields.resize(header.size());
        const auto value = parse_number(fields[id_at].value_or(""));
        if (!value || *value != std::floor(*value) || std::abs(*value) > 0x1p53)
            throw DataError(fmt::format("{}: line {}: \"{}\" is no {}; expected a whole number", table.file_,
                                        number, fields[id_at].value_or("NULL"), id_column));
        const auto id = static_cast<std::int64_t>(*value);
        fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(id_at));
        if (!table.rows_.emplace(id, std::move(fields)).second)
            throw DataError(
                fmt::format("{}: line {}: {} {} occurs twice", table.file_, number, id_column, id));
        table.ids_.push_back(id);
    }
    if (in.bad()) throw DataError(fmt::format("{}: cannot be read", table.file_));
    if (header.empty())
        throw DataError(fmt::format("{}: empty; expected a header with \"{}\"", table.file_, id_column));
    header.erase(header.begin() + static_cast<std::ptrdiff_t>(id_at));
    table.columns_ = std::move(header);
    return table;
}

std::optional<std::string> TypeTable::text(std::int64_t id, const std::string& column) const {
    const auto row = rows_.find(id);
    const auto at = std::find(columns_.begin(), columns_.end(), column);
    if (row == rows_.end() || at == columns_.end()) return std::nullopt;
    return row->second[static_cast<std::size_t>(at - columns_.begin())];
}

std::optional<double> TypeTable::number(std::int64_t id, const std::string& column) const {
    const auto value = text(id, column);
    return value ? parse_number(*value) : std::nullopt;
}

}  // namespace simdrive::sonata
