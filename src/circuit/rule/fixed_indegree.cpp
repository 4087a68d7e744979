#include <fmt/format.h>

#include "base/error.hpp"
#include "circuit/connection_rule.hpp"
#include "circuit/description.hpp"
#include "circuit/rule_parameters.hpp"
#include "circuit/source_draw.hpp"

namespace simdrive {

namespace {

using namespace circuit;

class BoundFixedIndegree : public BoundRule {
  public:
    BoundFixedIndegree(const RuleEnds& ends, std::uint64_t in_degree)
        : draw_(ends), targets_(ends.targets), in_degree_(in_degree), repeats_(ends.allow_multapses) {}

    std::uint64_t edge_count() const override { return targets_ * in_degree_; }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        return std::vector<std::uint64_t>(target_rows.size(), in_degree_);
    }
    void sources(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first, std::uint64_t count,
                 std::vector<std::uint64_t>& out) const override {
        if (repeats_) {
            draw_.with_replacement(target_row, first, count, out);
        } else {
            draw_.distinct(target_row, in_degree, first, count, out);
        }
    }

  private:
    SourceDraw draw_;
    std::uint64_t targets_;
    std::uint64_t in_degree_;
    bool repeats_;
};

class FixedIndegree : public ConnectionRule {
  public:
    std::string_view summary() const override { return "each target draws \"indegree\" sources"; }
    std::unique_ptr<BoundRule> bind(const nlohmann::json& parameters, const RuleEnds& ends,
                                    const std::string& where) const override {
        check_keys(parameters, {"indegree"}, where);
        const std::uint64_t in_degree = rule_count(parameters, {"indegree"}, where);
        const std::uint64_t available = SourceDraw(ends).available();
        if (in_degree > 0 && (available == 0 || (!ends.allow_multapses && in_degree > available))) {
            throw DataError(fmt::format("{}.indegree is {}, but a target may have {} {}sources", where,
                                        in_degree, available, ends.allow_multapses ? "" : "different "));
        }
        check_edge_count(ends.targets, static_cast<double>(in_degree), where);
        return std::make_unique<BoundFixedIndegree>(ends, in_degree);
    }
};

}  // namespace

const circuit::ConnectionRule& connection_rule_fixed_indegree() {
    static const FixedIndegree rule;
    return rule;
}

}  // namespace simdrive
