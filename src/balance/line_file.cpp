#include "balance/line_file.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace simdrive::balance {

using nlohmann::json;

namespace {

/// What was found, shortened.
std::string excerpt(const json& value) {
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

bool is_range(const json& value) {
    return value.is_array() && value.size() == 2 && value[0].is_number_unsigned() &&
           value[1].is_number_unsigned();
}

}  // namespace

json LineReader::next(std::string_view expected) {
    const auto line = file_.line();
    if (!line) fail(fmt::format("the file ends here; expected {}", expected));
    json value = json::parse(*line, nullptr, false);
    if (value.is_discarded()) fail("not valid JSON; expected one JSON object");
    if (!value.is_object()) fail(fmt::format("found {}; expected one JSON object", excerpt(value)));
    return value;
}

void LineReader::expect_end() {
    if (file_.line()) fail("found a line behind the one that ends the file");
}

void LineReader::check_format(const json& header, std::string_view format, std::uint64_t version,
                              std::uint64_t oldest) {
    const auto found = text(header, "format");
    if (found != format) fail(fmt::format("\"format\" is \"{}\"; expected \"{}\"", found, format));
    const auto number = this->number(header, "version");
    if (number > version) {
        fail(fmt::format(
            "the file has version {} of its format, this program knows {}: it was written by a newer program",
            number, version));
    }
    if (number < oldest)
        fail(
            fmt::format("\"version\" is {}; expected at least {}: a dry run writes it anew", number, oldest));
}

std::uint64_t LineReader::number(const json& object, const char* key, std::uint64_t largest) {
    const json& found = value(object, key, "a whole number");
    if (!found.is_number_unsigned() || found.get<std::uint64_t>() > largest) {
        fail(key, found, fmt::format("a whole number from 0 to {}", largest));
    }
    return found.get<std::uint64_t>();
}

std::string LineReader::text(const json& object, const char* key) {
    const json& found = value(object, key, "a text");
    if (!found.is_string()) fail(key, found, "a text");
    return found.get<std::string>();
}

const json& LineReader::array(const json& object, const char* key) {
    const json& found = value(object, key, "a list");
    if (!found.is_array()) fail(key, found, "a list");
    return found;
}

const json& LineReader::object(const json& object, const char* key) {
    const json& found = value(object, key, "an object");
    if (!found.is_object()) fail(key, found, "an object");
    return found;
}

Selection LineReader::ranges(const json& object, const char* key, std::uint64_t least) {
    Selection result;
    for (const json& item : array(object, key)) {
        if (!is_range(item)) fail(key, item, "ranges [first, past] of whole numbers");
        const Range range{item[0].get<std::uint64_t>(), item[1].get<std::uint64_t>()};
        if (range.first >= range.past || range.past > largest_number) fail(key, item, "first below past");
        if (range.first < least)
            fail(key, item, fmt::format("ranges that ascend: this one at or past {}", least));
        result.append(range);
        least = range.past;
    }
    return result;
}

const json& LineReader::value(const json& object, const char* key, std::string_view expected) {
    const auto found = object.find(key);
    if (found == object.end()) fail(fmt::format("\"{}\" is missing; expected {}", key, expected));
    return *found;
}

void LineReader::fail(const char* key, const json& found, std::string_view expected) const {
    fail(fmt::format("\"{}\" has {}; expected {}", key, excerpt(found), expected));
}

void LineReader::fail(std::string_view what) const {
    throw DataError(fmt::format("{}: line {}: {}", path_.string(), file_.line_number(), what));
}

std::string json_text(std::string_view text) {
    try {
        return json(text).dump();
    } catch (const json::type_error&) {
        throw DataError(
            fmt::format("the name \"{}\" is not UTF-8 and cannot be written to a JSON file", text));
    }
}

std::string json_ranges(std::span<const Range> ranges) {
    fmt::memory_buffer text;
    text.push_back('[');
    for (const Range& range : ranges) {
        if (text.size() > 1) text.push_back(',');
        fmt::format_to(std::back_inserter(text), "[{},{}]", range.first, range.past);
    }
    text.push_back(']');
    return fmt::to_string(text);
}

}  // namespace simdrive::balance
