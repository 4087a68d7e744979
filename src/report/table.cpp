#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>

#include "base/text.hpp"

namespace simdrive::report {

namespace {

constexpr std::string_view gap = "  ";

std::string key_of(std::string_view header) {
    std::string key;
    for (const char c : header) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!key.empty() && key.back() != '_') {
            key += '_';
        }
    }
    while (!key.empty() && key.back() == '_') key.pop_back();
    return key;
}

}  // namespace

Cell Cell::bytes(std::uint64_t value) {
    Cell cell(format_bytes(static_cast<double>(value)));
    cell.value_ = value;
    return cell;
}

Cell Cell::mean_bytes(double value) {
    return of(format_bytes(value), value);
}

Cell Cell::count(std::uint64_t value) {
    Cell cell(format_count(value));
    cell.value_ = value;
    return cell;
}

Cell Cell::seconds(double value) {
    return of(format_duration(value), value);
}

Cell Cell::number(double value, int decimals) {
    return of(fmt::format("{:.{}f}", value, decimals), value);
}

Cell Cell::percent(double share, int decimals) {
    return of(fmt::format("{:.{}f} %", 100 * share, decimals), share);
}

Cell Cell::of(std::string text, double value) {
    Cell cell(std::move(text));
    cell.value_ = value;
    return cell;
}

nlohmann::json Cell::json() const {
    return std::visit(
        [](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
                return nlohmann::json();
            } else {
                return nlohmann::json(value);
            }
        },
        value_);
}

std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Table::Table(std::string title, std::vector<Column> columns)
    : title_(std::move(title)), columns_(std::move(columns)) {
    for (Column& column : columns_) {
        if (column.key.empty()) column.key = key_of(column.header);
    }
}

void Table::add_row(std::vector<Cell> cells) {
    if (cells.size() > columns_.size()) {
        throw std::logic_error(fmt::format("table \"{}\": a row of {} cells for {} columns", title_,
                                           cells.size(), columns_.size()));
    }
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

void Table::add_separator() {
    if (!rows_.empty()) separators_.push_back(rows_.size());
}

std::vector<std::size_t> Table::widths() const {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::size_t width = display_width(columns_[c].header);
        for (const auto& row : rows_) width = std::max(width, display_width(row[c].text()));
        widths.push_back(width);
    }
    return widths;
}

std::string Table::line(const std::vector<std::string>& texts, const std::vector<std::size_t>& widths) const {
    std::string line;
    for (std::size_t c = 0; c < texts.size(); ++c) {
        const std::string blanks(widths[c] - display_width(texts[c]), ' ');
        if (c > 0) line += gap;
        line += columns_[c].align == Align::left ? texts[c] + blanks : blanks + texts[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string Table::text() const {
    const auto widths = this->widths();
    const std::size_t total = std::accumulate(widths.begin(), widths.end(), gap.size() * (widths.size() - 1));
    const std::string rule = std::string(total, '-') + "\n";
    std::string text = title_.empty() ? "" : title_ + "\n";
    std::vector<std::string> texts;
    for (const Column& column : columns_) texts.push_back(column.header);
    text += line(texts, widths) + rule;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (std::binary_search(separators_.begin(), separators_.end(), r)) text += rule;
        texts.clear();
        for (const Cell& cell : rows_[r]) texts.push_back(cell.text());
        text += line(texts, widths);
    }
    return text;
}

nlohmann::json Table::json() const {
    nlohmann::json rows = nlohmann::json::array();
    for (const auto& row : rows_) {
        nlohmann::json object = nlohmann::json::object();
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            auto value = row[c].json();
            if (!value.is_null()) object[columns_[c].key] = std::move(value);
        }
        rows.push_back(std::move(object));
    }
    return rows;
}

}  // namespace simdrive::report
