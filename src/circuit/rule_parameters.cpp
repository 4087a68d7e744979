#include "circuit/rule_parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace simdrive::circuit {

namespace {

double number_at(const nlohmann::json& parameters, std::string_view key, const std::string& where) {
    const auto& value = parameters.at(std::string(key));
    if (!value.is_number()) {
        throw DataError(fmt::format("{}.{}: found {}; expected a number", where, key, value.dump()));
    }
    return value.get<double>();
}

}  // namespace

std::uint64_t rule_count(const nlohmann::json& parameters, std::initializer_list<std::string_view> keys,
                         const std::string& where) {
    for (const auto key : keys) {
        if (!parameters.contains(std::string(key))) continue;
        const double value = number_at(parameters, key, where);
        if (!(value >= 0 && value <= 0x1p53) || value != std::floor(value)) {
            throw DataError(
                fmt::format("{}.{} is {}; expected a whole number from 0 to 2^53", where, key, value));
        }
        return static_cast<std::uint64_t>(value);
    }
    throw DataError(fmt::format("{}: \"{}\" is missing", where, *keys.begin()));
}

void check_edge_count(std::uint64_t targets, double in_degree, const std::string& where) {
    const double edges = static_cast<double>(targets) * in_degree;
    if (edges > 0x1p53)
        throw DataError(fmt::format("{}: makes {:.3g} edges; expected at most 2^53", where, edges));
}

double rule_probability(const nlohmann::json& parameters, std::string_view key, const std::string& where) {
    if (!parameters.contains(std::string(key)))
        throw DataError(fmt::format("{}: \"{}\" is missing", where, key));
    const double value = number_at(parameters, key, where);
    if (!(value >= 0 && value <= 1)) {
        throw DataError(fmt::format("{}.{} is {}; expected a probability from 0 to 1", where, key, value));
    }
    return value;
}

}  // namespace simdrive::circuit
