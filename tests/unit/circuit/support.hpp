#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "circuit/connection_rule.hpp"

namespace simdrive::circuit {

/// The message of the DataError that `f` throws, or "" if it throws none.
template <class F>
std::string data_error_of(F&& f) {
    try {
        f();
    } catch (const DataError& error) {
        return error.what();
    }
    return "";
}

inline std::unique_ptr<BoundRule> bound(const std::string& name, const nlohmann::json& parameters,
                                        const RuleEnds& ends) {
    return find_in(connection_rule_catalogue(), name)->bind(parameters, ends, "edges.test.rule");
}

inline std::vector<std::uint64_t> sources_of(const BoundRule& rule, std::uint64_t target,
                                             std::uint64_t in_degree) {
    std::vector<std::uint64_t> out;
    rule.sources(target, in_degree, 0, in_degree, out);
    return out;
}

/// (χ² − degrees of freedom) / √(2·degrees of freedom) of counts that should all be `expected`: standard
/// normal, about.
inline double chi_square_score(const std::vector<std::uint64_t>& counts, double expected) {
    double sum = 0;
    for (const auto count : counts) sum += std::pow(static_cast<double>(count) - expected, 2) / expected;
    const auto freedom = static_cast<double>(counts.size() - 1);
    return (sum - freedom) / std::sqrt(2 * freedom);
}

}  // namespace simdrive::circuit
