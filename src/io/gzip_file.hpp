#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace simdrive::io {

/// Writes gzip-compressed text, streaming. The header holds neither time nor name, so the same text gives the
/// same bytes.
class GzipWriter {
  public:
    /// `level` 1 (fast) … 9 (small). DataError where the file cannot be created.
    explicit GzipWriter(const std::filesystem::path& path, int level = 6);
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;
    ~GzipWriter();

    void write(std::string_view text);
    /// `text` and a line end.
    void write_line(std::string_view text);
    /// Writes what is left and closes. DataError where that fails (a full disk). Without it the file is
    /// incomplete.
    void close();

  private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
};

/// Reads gzip-compressed text line by line, in small memory whatever the file expands to.
class GzipReader {
  public:
    /// DataError where the file cannot be opened. Lines longer than `longest_line` bytes are refused.
    explicit GzipReader(const std::filesystem::path& path, std::size_t longest_line = std::size_t{1} << 26);
    GzipReader(const GzipReader&) = delete;
    GzipReader& operator=(const GzipReader&) = delete;
    ~GzipReader();

    /// The next line without its end, or none at the end of the file. DataError, with the line's number, for
    /// a truncated or damaged file, one that is not gzip, bytes behind its end, a line that is too long.
    std::optional<std::string_view> line();
    /// The number of the line that was read last, from 1.
    std::uint64_t line_number() const;

  private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
};

}  // namespace simdrive::io
