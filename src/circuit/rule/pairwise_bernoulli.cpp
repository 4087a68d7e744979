#include <mutex>

#include "circuit/binomial.hpp"
#include "circuit/connection_rule.hpp"
#include "circuit/description.hpp"
#include "circuit/rule_parameters.hpp"
#include "circuit/source_draw.hpp"

namespace simdrive {

namespace {

using namespace circuit;

class BoundPairwiseBernoulli : public BoundRule {
  public:
    BoundPairwiseBernoulli(const RuleEnds& ends, double p)
        : draw_(ends),
          degrees_(ends.seed, Purpose::in_degree, ends.projection_key),
          targets_(ends.targets),
          p_(p) {}

    /// Draws all in-degrees the first time.
    std::uint64_t edge_count() const override {
        std::call_once(counted_, [this] {
            for (std::uint64_t row = 0; row < targets_; ++row) edges_ += in_degree(row);
        });
        return edges_;
    }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        std::vector<std::uint64_t> out;
        out.reserve(target_rows.size());
        target_rows.for_each([&](std::uint64_t row) { out.push_back(in_degree(row)); });
        return out;
    }
    void sources(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first, std::uint64_t count,
                 std::vector<std::uint64_t>& out) const override {
        draw_.distinct(target_row, in_degree, first, count, out);
    }

  private:
    std::uint64_t in_degree(std::uint64_t row) const {
        return binomial(draw_.available(), p_, CounterWords(degrees_, row, 0));
    }

    SourceDraw draw_;
    RandomStream degrees_;
    std::uint64_t targets_;
    double p_;
    mutable std::once_flag counted_;
    mutable std::uint64_t edges_ = 0;
};

class PairwiseBernoulli : public ConnectionRule {
  public:
    std::string_view summary() const override {
        return "each pair of source and target with probability \"p\"";
    }
    std::unique_ptr<BoundRule> bind(const nlohmann::json& parameters, const RuleEnds& ends,
                                    const std::string& where) const override {
        check_keys(parameters, {"p"}, where);
        const double p = rule_probability(parameters, "p", where);
        check_edge_count(ends.targets, p * static_cast<double>(ends.sources), where);
        return std::make_unique<BoundPairwiseBernoulli>(ends, p);
    }
};

}  // namespace

const circuit::ConnectionRule& connection_rule_pairwise_bernoulli() {
    static const PairwiseBernoulli rule;
    return rule;
}

}  // namespace simdrive
