#include <fmt/format.h>

#include "base/error.hpp"
#include "circuit/connection_rule.hpp"
#include "circuit/description.hpp"
#include "circuit/multinomial_tree.hpp"
#include "circuit/rule_parameters.hpp"
#include "circuit/source_draw.hpp"

namespace simdrive {

namespace {

using namespace circuit;

class BoundFixedTotalNumber : public BoundRule {
  public:
    BoundFixedTotalNumber(const RuleEnds& ends, std::uint64_t count)
        : draw_(ends), tree_(ends, count), count_(count) {}

    std::uint64_t edge_count() const override { return count_; }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        return tree_.at(target_rows);
    }
    void sources(std::uint64_t target_row, std::uint64_t, std::uint64_t first, std::uint64_t count,
                 std::vector<std::uint64_t>& out) const override {
        draw_.with_replacement(target_row, first, count, out);
    }

  private:
    SourceDraw draw_;
    MultinomialTree tree_;
    std::uint64_t count_;
};

class FixedTotalNumber : public ConnectionRule {
  public:
    std::string_view summary() const override {
        return "\"count\" edges, each between a random source and a random target";
    }
    std::unique_ptr<BoundRule> bind(const nlohmann::json& parameters, const RuleEnds& ends,
                                    const std::string& where) const override {
        check_keys(parameters, {"count", "N"}, where);
        const std::uint64_t count = rule_count(parameters, {"count", "N"}, where);
        if (!ends.allow_multapses) {
            throw DataError(
                fmt::format("{}: \"allow_multapses\" is false, which this rule cannot do (nor can NEST); use "
                            "\"pairwise_bernoulli\", or \"fixed_indegree\" without multapses",
                            where));
        }
        if (count > 0 && (ends.targets == 0 || SourceDraw(ends).available() == 0)) {
            throw DataError(
                fmt::format("{}.count is {}, but there is no source and target to connect", where, count));
        }
        return std::make_unique<BoundFixedTotalNumber>(ends, count);
    }
};

}  // namespace

const circuit::ConnectionRule& connection_rule_fixed_total_number() {
    static const FixedTotalNumber rule;
    return rule;
}

}  // namespace simdrive
