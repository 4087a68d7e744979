#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace simdrive::circuit {

/// The whole number under the first of `keys` that is present; DataError where none is, where it is not a
/// whole number, or outside 0 … 2^53.
std::uint64_t rule_count(const nlohmann::json& parameters, std::initializer_list<std::string_view> keys,
                         const std::string& where);
/// DataError where `targets` times their mean in-degree is more than 2^53.
void check_edge_count(std::uint64_t targets, double in_degree, const std::string& where);
/// The number under `key`, from 0 to 1.
double rule_probability(const nlohmann::json& parameters, std::string_view key, const std::string& where);

}  // namespace simdrive::circuit
