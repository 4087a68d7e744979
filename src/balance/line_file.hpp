#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/selection.hpp"
#include "io/atomic_file.hpp"
#include "io/gzip_file.hpp"

namespace simdrive::balance {

/// Reads a gzip file of JSON objects, one a line, and checks what it hands out. Every fault is a DataError
/// that names file, line and key, what was found and what was expected. Memory never exceeds a few times the
/// longest line that is allowed, whatever the file expands to.
class LineReader {
  public:
    explicit LineReader(const std::filesystem::path& path) : path_(path), file_(path, longest_line) {}

    /// The object on the next line; `expected` tells what is missing where the file ends instead.
    nlohmann::json next(std::string_view expected);
    /// Nothing may follow: else DataError.
    void expect_end();
    /// Checks "format" and "version" of a header; a newer version, or one older than `oldest`, is told as
    /// such.
    void check_format(const nlohmann::json& header, std::string_view format, std::uint64_t version,
                      std::uint64_t oldest = 1);

    /// The value of `key`, of the right type and at most `largest`.
    std::uint64_t number(const nlohmann::json& object, const char* key,
                         std::uint64_t largest = largest_number);
    std::string text(const nlohmann::json& object, const char* key);
    const nlohmann::json& array(const nlohmann::json& object, const char* key);
    const nlohmann::json& object(const nlohmann::json& object, const char* key);
    /// A list of ranges [first, past] that ascend and do not overlap, at or past `least`.
    Selection ranges(const nlohmann::json& object, const char* key, std::uint64_t least);

    [[noreturn]] void fail(std::string_view what) const;

    static constexpr std::uint64_t largest_number = ~std::uint64_t{0} >> 1U;
    static constexpr std::size_t longest_line = std::size_t{16} << 20U;

  private:
    const nlohmann::json& value(const nlohmann::json& object, const char* key, std::string_view expected);
    [[noreturn]] void fail(const char* key, const nlohmann::json& found, std::string_view expected) const;

    std::filesystem::path path_;
    io::GzipReader file_;
};

/// Writes such a file, in place of what was there once it is complete. The same lines give the same bytes.
class LineWriter {
  public:
    explicit LineWriter(const std::filesystem::path& path) : file_(path), gzip_(file_.temporary(), level) {}

    void write(std::string_view line) { gzip_.write_line(line); }
    void commit() {
        gzip_.close();
        file_.commit();
    }

    /// How many ranges, or nodes of a weights file, a line holds at most, so that lines stay far below the
    /// longest that are read.
    static constexpr std::size_t longest_list = std::size_t{1} << 16U;

  private:
    static constexpr int level = 4;  // within a few percent of level 6 in size, three times as fast
    io::AtomicFile file_;
    io::GzipWriter gzip_;
};

/// `text` as a JSON string, quoted. DataError where it is not UTF-8.
std::string json_text(std::string_view text);

/// [[first, past], …] for `count` ranges of a selection from number `first` on.
std::string json_ranges(std::span<const Range> ranges);

}  // namespace simdrive::balance
