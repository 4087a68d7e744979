#include "circuit/drawn_projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "circuit/connection_rule.hpp"
#include "circuit/delay_table.hpp"
#include "circuit/description.hpp"
#include "circuit/distribution.hpp"

namespace simdrive::circuit {

namespace {

bool flag_at(nlohmann::json& parameters, const std::string& key, const std::string& where) {
    const auto found = parameters.find(key);
    if (found == parameters.end()) return true;
    if (!found->is_boolean()) {
        throw DataError(fmt::format("{}.{}: found {}; expected true or false", where, key, found->dump()));
    }
    const bool value = found->get<bool>();
    parameters.erase(found);
    return value;
}

struct NamedRule {
    std::string name;
    nlohmann::json parameters;
};

/// `"one_to_one"`, or `{"fixed_indegree": {"indegree": 100}}`.
NamedRule named_rule(const nlohmann::json& entry, const std::string& where) {
    const auto found = entry.find("rule");
    if (found == entry.end()) throw DataError(fmt::format("{}: \"rule\" is missing", where));
    if (found->is_string()) return {found->get<std::string>(), nlohmann::json::object()};
    if (found->is_object() && found->size() == 1 && found->begin()->is_object()) {
        return {found->begin().key(), found->begin().value()};
    }
    throw DataError(
        fmt::format("{}.rule: found {}; expected one rule with its parameters, as in "
                    "{{\"fixed_indegree\": {{\"indegree\": 100}}}}",
                    where, found->dump()));
}

const ConnectionRule& rule_called(const std::string& name, const std::string& where) {
    if (const auto* rule = find_in(connection_rule_catalogue(), name)) return *rule;
    std::vector<std::string> names;
    for (const auto& row : connection_rule_catalogue()) names.emplace_back(row.name);
    throw DataError(fmt::format("{}.rule: unknown rule \"{}\"; expected one of {}{}", where, name,
                                fmt::join(names, ", "), did_you_mean(name, names)));
}

Distribution distribution_at(const nlohmann::json& entry, const std::string& key, const std::string& where) {
    const auto found = entry.find(key);
    if (found == entry.end()) throw DataError(fmt::format("{}: \"{}\" is missing", where, key));
    return Distribution::parse(*found, where + "." + key);
}

class FromRule : public DrawnProjection {
  public:
    FromRule(const std::string& name, const nlohmann::json& entry, const ProjectionEnds& ends,
             const EdgeSettings& settings, const std::string& where)
        : precision_(settings.precision),
          weight_(distribution_at(entry, "syn_weight", where)),
          delays_(distribution_at(entry, "delay", where), settings.grid, where + ".delay"),
          weights_from_(settings.seed, Purpose::weight, name_key(name)),
          delays_from_(settings.seed, Purpose::delay, name_key(name)) {
        name_ = name;
        source_ = ends.source;
        target_ = ends.target;
        synapse_model_ = model_of_template(text_at(entry, "model_template", "static_synapse", where));
        parse_receptor(entry, where);
        auto [rule_name, parameters] = named_rule(entry, where);
        const ConnectionRule& rule = rule_called(rule_name, where);
        RuleEnds rule_ends;
        rule_ends.sources = ends.source_population.size();
        rule_ends.targets = ends.target_population.size();
        rule_ends.same_population = ends.source == ends.target;
        rule_ends.allow_autapses = flag_at(parameters, "allow_autapses", where + ".rule." + rule_name);
        rule_ends.allow_multapses = flag_at(parameters, "allow_multapses", where + ".rule." + rule_name);
        rule_ends.seed = settings.seed;
        rule_ends.projection_key = name_key(name);
        rule_ = rule.bind(parameters, rule_ends, where + ".rule." + rule_name);
        weights_ = weight_range(where);
        description_ = canonical({{"source", ends.source_population.name()},
                                  {"target", ends.target_population.name()},
                                  {"synapse_model", synapse_model_},
                                  {"rule", {{rule_name, parameters}}},
                                  {"allow_autapses", rule_ends.allow_autapses},
                                  {"allow_multapses", rule_ends.allow_multapses},
                                  {"syn_weight", entry.at("syn_weight")},
                                  {"weight_precision", static_cast<int>(precision_)},
                                  {"delay", entry.at("delay")},
                                  {"receptor_type", receptor_}});
    }

    std::uint64_t edge_count() const override { return rule_->edge_count(); }
    const std::vector<std::uint32_t>& delays() const override { return delays_.steps(); }
    std::int32_t receptor() const override { return receptor_; }
    WeightRange weights() const override { return weights_; }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        return rule_->in_degrees(target_rows);
    }
    void edges(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first, std::uint64_t count,
               EdgeDetail detail, EdgeBatch& out) const override {
        rule_->sources(target_row, in_degree, first, count, out.source_row);
        out.target_row.insert(out.target_row.end(), count, target_row);
        if (detail == EdgeDetail::ends) return;
        const std::size_t before = out.delay.size();
        out.delay.resize(before + count);
        delays_.draw(delays_from_, target_row, first, std::span(out.delay).subspan(before));
        if (detail == EdgeDetail::delays) return;
        if (receptor_ != 0) out.receptor.insert(out.receptor.end(), count, receptor_);
        append_weights(target_row, first, count, out.weight);
    }

  private:
    void parse_receptor(const nlohmann::json& entry, const std::string& where) {
        const auto found = entry.find("receptor_type");
        if (found == entry.end()) return;
        if (!found->is_number_integer() || *found < 0 || *found > INT32_MAX) {
            throw DataError(
                fmt::format("{}.receptor_type: found {}; expected a whole number", where, found->dump()));
        }
        receptor_ = found->get<std::int32_t>();
    }

    WeightRange weight_range(const std::string& where) const {
        const auto rounded = [&](double weight) { return rounded_weight(weight, precision_, true); };
        const double least = rounded(weight_.least());
        const double largest = rounded(weight_.largest());
        if (!std::isfinite(least) || !std::isfinite(largest)) {
            throw DataError(
                fmt::format("{}.syn_weight: weights from {:.6g} to {:.6g} do not fit the precision that is "
                            "asked for; expected smaller weights or another --weight-precision",
                            where, weight_.least(), weight_.largest()));
        }
        if (least == largest) return {WeightForm::equal, least, largest};
        switch (precision_) {
            case WeightPrecision::half:
                return {WeightForm::half, least, largest};
            case WeightPrecision::full:
                return {WeightForm::full, least, largest};
            default:
                return {WeightForm::single, least, largest};
        }
    }

    void append_weights(std::uint64_t target_row, std::uint64_t first, std::uint64_t count,
                        std::vector<double>& out) const {
        const std::size_t before = out.size();
        out.resize(before + count, weights_.least);
        if (weights_.form == WeightForm::equal) return;
        const auto drawn = std::span(out).subspan(before);
        weight_.draw(weights_from_, target_row, first, drawn);
        for (double& weight : drawn) weight = rounded_weight(weight, precision_, true);
    }

    WeightPrecision precision_;
    WeightRange weights_;
    Distribution weight_;
    DelayTable delays_;
    RandomStream weights_from_;
    RandomStream delays_from_;
    std::int32_t receptor_ = 0;
    std::unique_ptr<BoundRule> rule_;
};

}  // namespace

std::unique_ptr<DrawnProjection> make_drawn_projection(const std::string& name, const nlohmann::json& entry,
                                                       const ProjectionEnds& ends,
                                                       const EdgeSettings& settings,
                                                       const std::string& where) {
    check_keys(entry, {"source", "target", "rule", "model_template", "syn_weight", "delay", "receptor_type"},
               where);
    return std::make_unique<FromRule>(name, entry, ends, settings, where);
}

}  // namespace simdrive::circuit
