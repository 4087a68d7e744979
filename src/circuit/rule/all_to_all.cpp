#include "circuit/connection_rule.hpp"
#include "circuit/description.hpp"
#include "circuit/rule_parameters.hpp"
#include "circuit/source_draw.hpp"

namespace simdrive {

namespace {

using namespace circuit;

class BoundAllToAll : public BoundRule {
  public:
    explicit BoundAllToAll(const RuleEnds& ends) : draw_(ends), targets_(ends.targets) {}

    std::uint64_t edge_count() const override { return targets_ * draw_.available(); }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        return std::vector<std::uint64_t>(target_rows.size(), draw_.available());
    }
    void sources(std::uint64_t target_row, std::uint64_t, std::uint64_t first, std::uint64_t count,
                 std::vector<std::uint64_t>& out) const override {
        draw_.in_order(target_row, first, count, out);
    }

  private:
    SourceDraw draw_;
    std::uint64_t targets_;
};

class AllToAll : public ConnectionRule {
  public:
    std::string_view summary() const override { return "every source to every target"; }
    std::unique_ptr<BoundRule> bind(const nlohmann::json& parameters, const RuleEnds& ends,
                                    const std::string& where) const override {
        check_keys(parameters, {}, where);
        check_edge_count(ends.targets, static_cast<double>(ends.sources), where);
        return std::make_unique<BoundAllToAll>(ends);
    }
};

}  // namespace

const circuit::ConnectionRule& connection_rule_all_to_all() {
    static const AllToAll rule;
    return rule;
}

}  // namespace simdrive
