#include <fmt/format.h>

#include "base/error.hpp"
#include "circuit/connection_rule.hpp"
#include "circuit/description.hpp"
#include "circuit/rule_parameters.hpp"

namespace simdrive {

namespace {

using namespace circuit;

class BoundOneToOne : public BoundRule {
  public:
    explicit BoundOneToOne(const RuleEnds& ends)
        : targets_(ends.targets), in_degree_(ends.same_population && !ends.allow_autapses ? 0 : 1) {}

    std::uint64_t edge_count() const override { return targets_ * in_degree_; }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        return std::vector<std::uint64_t>(target_rows.size(), in_degree_);
    }
    void sources(std::uint64_t target_row, std::uint64_t, std::uint64_t, std::uint64_t count,
                 std::vector<std::uint64_t>& out) const override {
        out.insert(out.end(), count, target_row);
    }

  private:
    std::uint64_t targets_;
    std::uint64_t in_degree_;
};

class OneToOne : public ConnectionRule {
  public:
    std::string_view summary() const override { return "source row i to target row i"; }
    std::unique_ptr<BoundRule> bind(const nlohmann::json& parameters, const RuleEnds& ends,
                                    const std::string& where) const override {
        check_keys(parameters, {}, where);
        if (ends.sources != ends.targets) {
            throw DataError(
                fmt::format("{}: {} sources and {} targets; expected as many of one as of the other", where,
                            ends.sources, ends.targets));
        }
        return std::make_unique<BoundOneToOne>(ends);
    }
};

}  // namespace

const circuit::ConnectionRule& connection_rule_one_to_one() {
    static const OneToOne rule;
    return rule;
}

}  // namespace simdrive
