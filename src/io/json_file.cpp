#include "io/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "io/atomic_file.hpp"

namespace simdrive::io {

namespace {

/// "line 3, column 14" of a position in a text.
std::string position(const std::string& text, std::size_t byte) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    const auto lines = std::count(text.begin(), end, '\n');
    const auto last = std::find(std::make_reverse_iterator(end), text.rend(), '\n');
    return fmt::format("line {}, column {}", lines + 1, std::distance(last.base(), end));
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream || std::filesystem::is_directory(path)) {
        throw DataError(
            fmt::format("{}: cannot be opened: {}", path.string(), std::strerror(stream ? EISDIR : errno)));
    }
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad()) throw DataError(fmt::format("{}: cannot be read", path.string()));
    return text;
}

/// Refuses what the JSON library would take: keys that occur twice (it keeps the last), and nesting so deep
/// that walking through the document would exhaust the stack.
class Guard {
  public:
    explicit Guard(const std::filesystem::path& path) : path_(path) {}

    bool operator()(int depth, nlohmann::json::parse_event_t event, const nlohmann::json& value) {
        using Event = nlohmann::json::parse_event_t;
        if (depth > deepest)
            throw DataError(fmt::format("{}: nested more than {} deep", path_.string(), deepest));
        if (event == Event::object_start) keys_.emplace_back();
        if (event == Event::object_end) keys_.pop_back();
        if (event == Event::key && !keys_.back().insert(value.get<std::string>()).second)
            throw DataError(
                fmt::format("{}: the key {} occurs twice in one object", path_.string(), value.dump()));
        return true;
    }

  private:
    static constexpr int deepest = 200;
    const std::filesystem::path& path_;
    std::vector<std::set<std::string>> keys_;
};

}  // namespace

nlohmann::json read_json(const std::filesystem::path& path) {
    const std::string text = text_of(path);
    try {
        return nlohmann::json::parse(text, Guard(path), true, true);
    } catch (const nlohmann::json::parse_error& fault) {
        const std::string what = fault.what();
        const auto detail = what.find("while parsing");
        throw DataError(fmt::format("{}: {}: not valid JSON ({})", path.string(), position(text, fault.byte),
                                    detail == std::string::npos ? what : what.substr(detail)));
    } catch (const nlohmann::json::out_of_range& fault) {  // "number overflow parsing '1e318'"
        const std::string what = fault.what();
        const auto detail = what.find("number");
        throw DataError(fmt::format("{}: {}; expected numbers below 1.8e308", path.string(),
                                    detail == std::string::npos ? what : what.substr(detail)));
    }
}

void write_json(const std::filesystem::path& path, const nlohmann::json& document) {
    AtomicFile file(path);
    {
        std::ofstream stream(file.temporary(), std::ios::binary);
        stream << document.dump(2) << '\n';
        stream.close();
        if (!stream)
            throw DataError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(errno)));
    }
    file.commit();
}

}  // namespace simdrive::io
