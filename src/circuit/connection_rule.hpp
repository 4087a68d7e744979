#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <simdrive/catalogue.hpp>

#include "base/selection.hpp"

namespace simdrive::circuit {

/// The ends of a projection as a rule sees them.
struct RuleEnds {
    std::uint64_t sources = 0;
    std::uint64_t targets = 0;
    bool same_population = false;  ///< source row i and target row i are the same node
    bool allow_autapses = true;
    bool allow_multapses = true;
    std::uint64_t seed = 0;
    std::uint64_t projection_key = 0;  ///< name_key of the projection: tells random streams apart
};

/// A connection rule with its numbers filled in: who connects to whom, drawn by counter.
class BoundRule {
  public:
    virtual ~BoundRule() = default;
    virtual std::uint64_t edge_count() const = 0;
    virtual std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const = 0;
    /// Appends the source rows of edges first … first+count−1 of `target_row`.
    virtual void sources(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first,
                         std::uint64_t count, std::vector<std::uint64_t>& out) const = 0;
};

/// One rule that users may name under "rule"; one file in circuit/rule/, whose name is the rule's.
class ConnectionRule {
  public:
    virtual ~ConnectionRule() = default;
    virtual std::string_view summary() const = 0;
    /// `parameters` is what the configuration gives the rule ({"indegree": 100}); DataError names `where`.
    virtual std::unique_ptr<BoundRule> bind(const nlohmann::json& parameters, const RuleEnds& ends,
                                            const std::string& where) const = 0;
};

}  // namespace simdrive::circuit

namespace simdrive {
/// All rules, by name; generated from the files in circuit/rule/.
std::span<const CatalogueEntry<circuit::ConnectionRule>> connection_rule_catalogue();
}  // namespace simdrive
