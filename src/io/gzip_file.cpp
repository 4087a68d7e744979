#include "io/gzip_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "base/error.hpp"

namespace simdrive::io {

namespace {
constexpr std::size_t piece = std::size_t{1} << 16;
constexpr int gzip_window = 15 + 16;  // largest window; 16 asks zlib for the gzip format
}  // namespace

struct GzipWriter::Stream {
    std::string path;
    std::FILE* file = nullptr;
    z_stream z{};
    std::vector<unsigned char> out = std::vector<unsigned char>(piece);
    bool open = false;

    [[noreturn]] void fail() const {
        throw DataError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
    }
    void deflate_all(int flush) {
        do {
            z.next_out = out.data();
            z.avail_out = static_cast<uInt>(out.size());
            ::deflate(&z, flush);
            const std::size_t count = out.size() - z.avail_out;
            if (std::fwrite(out.data(), 1, count, file) != count) fail();
        } while (z.avail_out == 0);
    }
};

GzipWriter::GzipWriter(const std::filesystem::path& path, int level) : stream_(std::make_unique<Stream>()) {
    stream_->path = path.string();
    stream_->file = std::fopen(path.c_str(), "wb");
    if (stream_->file == nullptr) stream_->fail();
    if (deflateInit2(&stream_->z, level, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        (void)std::fclose(stream_->file);
        throw Error(ExitCode::memory, fmt::format("{}: no memory for compression", stream_->path));
    }
    stream_->open = true;
}

GzipWriter::~GzipWriter() {
    if (!stream_->open) return;
    deflateEnd(&stream_->z);
    (void)std::fclose(stream_->file);
}

void GzipWriter::write(std::string_view text) {
    while (!text.empty()) {
        const auto part = text.substr(0, piece);
        text.remove_prefix(part.size());
        stream_->z.next_in =
            reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));  // zlib does not write there
        stream_->z.avail_in = static_cast<uInt>(part.size());
        stream_->deflate_all(Z_NO_FLUSH);
    }
}

void GzipWriter::write_line(std::string_view text) {
    write(text);
    write("\n");
}

void GzipWriter::close() {
    stream_->z.avail_in = 0;
    stream_->deflate_all(Z_FINISH);
    stream_->open = false;
    deflateEnd(&stream_->z);
    if (std::fclose(stream_->file) != 0) stream_->fail();
}

struct GzipReader::Stream {
    std::string path;
    std::FILE* file = nullptr;
    z_stream z{};
    std::vector<unsigned char> in = std::vector<unsigned char>(piece);
    std::vector<char> text;  // expanded and not yet handed out: [next, text.size())
    std::size_t next = 0;
    std::size_t longest_line = 0;
    std::uint64_t number = 0;
    bool ended = false;

    [[noreturn]] void fail(const std::string& what) const {
        throw DataError(fmt::format("{}: after line {}: {}", path, number, what));
    }

    /// Expands a little more to the end of `text`.
    void expand() {
        if (z.avail_in == 0) {
            z.next_in = in.data();
            z.avail_in = static_cast<uInt>(std::fread(in.data(), 1, in.size(), file));
            if (std::ferror(file) != 0) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
            if (z.avail_in == 0) fail("the file is truncated; expected the end of the gzip stream");
        }
        const std::size_t before = text.size();
        text.resize(before + piece);
        z.next_out = reinterpret_cast<Bytef*>(text.data() + before);
        z.avail_out = static_cast<uInt>(piece);
        const int status = ::inflate(&z, Z_NO_FLUSH);
        text.resize(text.size() - z.avail_out);
        if (status == Z_STREAM_END) {
            ended = true;
            if (z.avail_in != 0 || std::fgetc(file) != EOF)
                fail("there are bytes behind the end of the gzip stream");
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            fail(fmt::format("damaged gzip data ({})", z.msg != nullptr ? z.msg : "checksum"));
        }
    }
};

GzipReader::GzipReader(const std::filesystem::path& path, std::size_t longest_line)
    : stream_(std::make_unique<Stream>()) {
    stream_->path = path.string();
    stream_->longest_line = longest_line;
    stream_->file = std::fopen(path.c_str(), "rb");
    if (stream_->file == nullptr) {
        throw DataError(fmt::format("{}: cannot be opened: {}", stream_->path, std::strerror(errno)));
    }
    if (inflateInit2(&stream_->z, gzip_window) != Z_OK) {
        (void)std::fclose(stream_->file);
        throw Error(ExitCode::memory, fmt::format("{}: no memory for decompression", stream_->path));
    }
}

GzipReader::~GzipReader() {
    inflateEnd(&stream_->z);
    (void)std::fclose(stream_->file);
}

std::optional<std::string_view> GzipReader::line() {
    Stream& s = *stream_;
    std::size_t searched = s.next;
    while (true) {
        const auto end =
            std::find(s.text.begin() + static_cast<std::ptrdiff_t>(searched), s.text.end(), '\n');
        const std::size_t size = static_cast<std::size_t>(end - s.text.begin()) - s.next;
        if (size > s.longest_line) s.fail(fmt::format("a line is longer than {} bytes", s.longest_line));
        if (end != s.text.end()) {
            const std::string_view line(s.text.data() + s.next, size);
            s.next += line.size() + 1;
            ++s.number;
            return line;
        }
        if (s.ended) break;
        s.text.erase(s.text.begin(), s.text.begin() + static_cast<std::ptrdiff_t>(s.next));
        s.next = 0;
        searched = s.text.size();
        s.expand();
    }
    if (s.next == s.text.size()) return std::nullopt;
    s.fail("the last line has no end");
}

std::uint64_t GzipReader::line_number() const {
    return stream_->number;
}

}  // namespace simdrive::io
