#include "circuit/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"

namespace simdrive::circuit {

namespace {

nlohmann::json with_floating_numbers(const nlohmann::json& value) {
    if (value.is_number()) return value.get<double>();
    nlohmann::json result = value;
    if (value.is_structured()) {
        for (auto& [key, item] : result.items()) item = with_floating_numbers(item);
    }
    return result;
}

}  // namespace

std::string canonical(const nlohmann::json& value) {
    return with_floating_numbers(value).dump();
}

std::string model_of_template(std::string_view model_template) {
    const auto colon = model_template.find(':');
    return std::string(colon == std::string_view::npos ? model_template : model_template.substr(colon + 1));
}

void check_keys(const nlohmann::json& object, const std::vector<std::string>& known,
                const std::string& where) {
    if (!object.is_object()) {
        throw DataError(fmt::format("{}: found {}; expected an object with {}", where, object.dump(),
                                    fmt::join(known, ", ")));
    }
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        throw DataError(
            fmt::format("{}: unknown key \"{}\"; expected {}{}", where, key,
                        known.empty() ? "no parameters" : fmt::format("{}", fmt::join(known, ", ")),
                        did_you_mean(key, known)));
    }
}

std::string text_at(const nlohmann::json& object, const std::string& key, const std::string& otherwise,
                    const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return otherwise;
    if (!found->is_string())
        throw DataError(fmt::format("{}.{}: found {}; expected text", where, key, found->dump()));
    return found->get<std::string>();
}

}  // namespace simdrive::circuit
