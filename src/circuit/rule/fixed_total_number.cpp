#include <fmt/format.h>

#include <bit>

#include "base/error.hpp"
#include "circuit/binomial.hpp"
#include "circuit/connection_rule.hpp"
#include "circuit/description.hpp"
#include "circuit/rule_parameters.hpp"
#include "circuit/source_draw.hpp"

namespace simdrive {

namespace {

using namespace circuit;

/// Shares `count` edges out over `rows` targets, each edge on any target with equal probability: halves the
/// range again and again, and draws how many edges fall on the left half. A draw depends on its range alone,
/// so that any part of the tree can be drawn by itself. Ranges are those of a power of two cut to the rows,
/// so that nearly all halves are equal, the case that binomial() is fastest for.
class MultinomialTree {
  public:
    MultinomialTree(const RuleEnds& ends, std::uint64_t count)
        : stream_(ends.seed, Purpose::in_degree, ends.projection_key), rows_(ends.targets), count_(count) {}

    std::vector<std::uint64_t> at(const Selection& wanted) const {
        std::vector<std::uint64_t> out;
        out.reserve(wanted.size());
        descend(0, std::bit_ceil(rows_), count_, wanted.ranges(), out);
        return out;
    }

  private:
    /// `wanted` are the ranges that touch [first, first + width), of which there is at least one.
    void descend(std::uint64_t first, std::uint64_t width, std::uint64_t count, std::span<const Range> wanted,
                 std::vector<std::uint64_t>& out) const {
        while (!wanted.empty() && wanted.front().past <= first) wanted = wanted.subspan(1);
        if (wanted.empty() || wanted.front().first >= std::min(first + width, rows_)) return;
        if (width == 1) {
            out.push_back(count);
            return;
        }
        const std::uint64_t half = width / 2;
        const std::uint64_t middle = first + half;
        if (middle >= rows_) return descend(first, half, count, wanted, out);
        const double share =
            static_cast<double>(half) / static_cast<double>(std::min(first + width, rows_) - first);
        const std::uint64_t left = binomial(count, share, CounterWords(stream_, first, width));
        descend(first, half, left, wanted, out);
        descend(middle, half, count - left, wanted, out);
    }

    RandomStream stream_;
    std::uint64_t rows_;
    std::uint64_t count_;
};

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
