#include <fmt/format.h>

#include "base/error.hpp"
#include "circuit/connection_rule.hpp"
#include "circuit/description.hpp"
#include "circuit/multinomial_tree.hpp"
#include "circuit/random_order.hpp"
#include "circuit/rule_parameters.hpp"

namespace simdrive {

namespace {

using namespace circuit;

/// Every source has as many stubs as its out-degree. All stubs lie in a random order; the first target takes
/// as many of them as its in-degree, the next target the next ones, and so on. In-degrees are multinomial,
/// since each stub meets any target with equal probability.
class BoundFixedOutdegree : public BoundRule {
  public:
    BoundFixedOutdegree(const RuleEnds& ends, std::uint64_t out_degree)
        : out_degree_(out_degree),
          stubs_(ends.sources * out_degree),
          tree_(ends, stubs_),
          order_(ends, stubs_) {}

    std::uint64_t edge_count() const override { return stubs_; }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        return tree_.at(target_rows);
    }
    void sources(std::uint64_t target_row, std::uint64_t, std::uint64_t first, std::uint64_t count,
                 std::vector<std::uint64_t>& out) const override {
        if (count == 0) return;
        const std::uint64_t begin = tree_.before(target_row) + first;
        for (std::uint64_t i = 0; i < count; ++i) out.push_back(order_.at(begin + i) / out_degree_);
    }

  private:
    std::uint64_t out_degree_;
    std::uint64_t stubs_;
    MultinomialTree tree_;
    RandomOrder order_;
};

class FixedOutdegree : public ConnectionRule {
  public:
    std::string_view summary() const override { return "each source draws \"outdegree\" targets"; }
    std::unique_ptr<BoundRule> bind(const nlohmann::json& parameters, const RuleEnds& ends,
                                    const std::string& where) const override {
        check_keys(parameters, {"outdegree"}, where);
        const std::uint64_t out_degree = rule_count(parameters, {"outdegree"}, where);
        if (!ends.allow_multapses || (ends.same_population && !ends.allow_autapses)) {
            throw DataError(
                fmt::format("{}: \"{}\" is false, which this rule cannot do, since a target's sources would "
                            "depend on those of all "
                            "other targets; use \"fixed_indegree\" or \"pairwise_bernoulli\"",
                            where, ends.allow_multapses ? "allow_autapses" : "allow_multapses"));
        }
        if (ends.sources > 0 && out_degree > 0 && ends.targets == 0) {
            throw DataError(fmt::format("{}.outdegree is {}, but there are no targets", where, out_degree));
        }
        check_edge_count(ends.sources, static_cast<double>(out_degree), where);
        return std::make_unique<BoundFixedOutdegree>(ends, out_degree);
    }
};

}  // namespace

const circuit::ConnectionRule& connection_rule_fixed_outdegree() {
    static const FixedOutdegree rule;
    return rule;
}

}  // namespace simdrive
