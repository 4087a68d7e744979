#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace simdrive::circuit {

/// `value` as text that depends on its meaning alone: keys sorted, all numbers as floating point, no spaces.
std::string canonical(const nlohmann::json& value);
/// "nest:iaf_psc_exp" → "iaf_psc_exp".
std::string model_of_template(std::string_view model_template);
/// DataError, with the nearest known key, where `object` is no object or holds a key that is not in `known`.
void check_keys(const nlohmann::json& object, const std::vector<std::string>& known,
                const std::string& where);
/// The text under `key`; `otherwise` where it is absent or null. DataError where it is no text.
std::string text_at(const nlohmann::json& object, const std::string& key, const std::string& otherwise,
                    const std::string& where);

}  // namespace simdrive::circuit
