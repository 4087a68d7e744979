#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace simdrive::report {

/// One entry of a table: a value with the way it is printed. In JSON it is the bare value in its base unit
/// (bytes, seconds, shares of 1), so that programs need not parse "1.50 GiB".
class Cell {
  public:
    Cell() = default;  ///< empty; null in JSON
    Cell(std::string text) : text_(text), value_(std::move(text)) {}
    Cell(std::string_view text) : Cell(std::string(text)) {}
    Cell(const char* text) : Cell(std::string(text)) {}

    static Cell bytes(std::uint64_t value);           ///< "1.50 GiB"
    static Cell mean_bytes(double value);             ///< the same, for a mean
    static Cell count(std::uint64_t value);           ///< "12 345 678"
    static Cell seconds(double value);                ///< "3 min 46 s"
    static Cell number(double value, int decimals);   ///< "1.016"
    static Cell percent(double share, int decimals);  ///< 0.25 prints "25.0 %"; JSON has 0.25
    /// Prints `text` and means `value` (for instance "3.50 x faster" and 3.5).
    static Cell of(std::string text, double value);

    const std::string& text() const { return text_; }
    nlohmann::json json() const;

  private:
    std::string text_;
    std::variant<std::monostate, std::string, std::uint64_t, double> value_;
};

enum class Align { left, right };

struct Column {
    std::string header;
    std::string key = {};  ///< in JSON; "" takes the header in lower case with underscores
    Align align = Align::right;
};

/// A table for people (aligned text) and for programs (JSON), from the same cells.
class Table {
  public:
    Table(std::string title, std::vector<Column> columns);

    /// Fewer cells than columns leave the rest empty; more is a fault of the program (std::logic_error).
    void add_row(std::vector<Cell> cells);
    /// A line between the rows before and those after.
    void add_separator();
    bool empty() const { return rows_.empty(); }

    /// Title, header, rows; lines end in "\n" and have no trailing blanks. Columns are as wide as their
    /// widest entry, counted in characters, not bytes.
    std::string text() const;
    /// An array with one object a row: {"population": "L4E", "bytes": 123}; empty cells are left out.
    nlohmann::json json() const;

  private:
    std::vector<std::size_t> widths() const;
    std::string line(const std::vector<std::string>& texts, const std::vector<std::size_t>& widths) const;

    std::string title_;
    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
    std::vector<std::size_t> separators_;  // numbers of rows that a line precedes
};

/// Characters that UTF-8 text takes on a terminal, where none is wide or combining.
std::size_t display_width(std::string_view text);

}  // namespace simdrive::report
