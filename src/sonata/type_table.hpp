#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace simdrive::sonata {

/// The fields of one line of a SONATA table: separated by one or more spaces (or tabs); "…" quotes, "" is a
/// quote inside. Empty, NULL, NONE, NaN and NA (in any case) are no value.
std::vector<std::optional<std::string>> split_csv_line(const std::string& line);

/// A node_types or edge_types table.
class TypeTable {
  public:
    /// An empty table: no types file.
    TypeTable() = default;
    /// DataError (file and line) for a missing id column (`node_type_id`, `edge_type_id`), an id that is no
    /// whole number or occurs twice, a line with more fields than the header.
    static TypeTable read(const std::filesystem::path& path, const std::string& id_column);

    bool empty() const { return ids_.empty(); }
    const std::string& file() const { return file_; }
    const std::vector<std::int64_t>& ids() const { return ids_; }
    /// All but the id.
    const std::vector<std::string>& columns() const { return columns_; }
    bool has(std::int64_t id) const { return rows_.contains(id); }
    /// The value of a column for a type, if it has one.
    std::optional<std::string> text(std::int64_t id, const std::string& column) const;
    /// The same as a number; none where there is no value or it is not a number.
    std::optional<double> number(std::int64_t id, const std::string& column) const;

  private:
    std::string file_;
    std::vector<std::int64_t> ids_;
    std::vector<std::string> columns_;
    std::unordered_map<std::int64_t, std::vector<std::optional<std::string>>> rows_;
};

/// The whole of `text` as a number, if it is one ("nan" and "inf" are not).
std::optional<double> parse_number(const std::string& text);

}  // namespace simdrive::sonata
