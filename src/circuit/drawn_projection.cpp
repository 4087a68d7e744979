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
#include "circuit/description.hpp"
#include "circuit/distribution.hpp"

namespace simdrive::circuit {

namespace {

constexpr double half = 0.5;           // rounds to nearest where fractions are cut off
constexpr double longest_delay = 1e9;  // steps; holds any time that is simulated, fits 32 bits

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

/// Delays as steps, rounded to the nearest.
class DelayGrid {
  public:
    DelayGrid(const Distribution& delay, const TimeGrid& grid, const std::string& where)
        : steps_per_ms_(1 / grid.dt()) {
        const double least =
            delay.is_constant() ? static_cast<double>(grid.nearest(delay.least())) : steps(delay.least());
        const double largest = delay.is_constant() ? least : steps(delay.largest());
        if (least < 1) {
            const std::string advice =
                delay.is_constant() ? "" : fmt::format(R"(; give the distribution "min": {})", grid.dt());
            throw DataError(
                fmt::format("{}: delays down to {:.6g} ms are below the time step; expected at least dt = {} "
                            "ms{}",
                            where, delay.least(), grid.dt(), advice));
        }
        if (largest > longest_delay) {
            throw DataError(fmt::format("{}: delays up to {:.6g} ms; expected at most {:.6g} ms", where,
                                        delay.largest(), longest_delay * grid.dt()));
        }
        range_ = {static_cast<std::uint32_t>(least), static_cast<std::uint32_t>(largest)};
    }
    std::uint32_t at(double ms) const { return static_cast<std::uint32_t>(ms * steps_per_ms_ + half); }
    const DelayRange& range() const { return range_; }

  private:
    double steps(double ms) const { return std::floor(ms * steps_per_ms_ + half); }

    double steps_per_ms_;
    DelayRange range_;
};

class FromRule : public DrawnProjection {
  public:
    FromRule(const std::string& name, const nlohmann::json& entry, const ProjectionEnds& ends,
             std::uint64_t seed, const TimeGrid& grid, const std::string& where)
        : weight_(distribution_at(entry, "syn_weight", where)),
          delay_(distribution_at(entry, "delay", where)),
          delays_(delay_, grid, where + ".delay"),
          weights_from_(seed, Purpose::weight, name_key(name)),
          delays_from_(seed, Purpose::delay, name_key(name)) {
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
        rule_ends.seed = seed;
        rule_ends.projection_key = name_key(name);
        rule_ = rule.bind(parameters, rule_ends, where + ".rule." + rule_name);
        description_ = canonical({{"source", ends.source_population.name()},
                                  {"target", ends.target_population.name()},
                                  {"synapse_model", synapse_model_},
                                  {"rule", {{rule_name, parameters}}},
                                  {"allow_autapses", rule_ends.allow_autapses},
                                  {"allow_multapses", rule_ends.allow_multapses},
                                  {"syn_weight", entry.at("syn_weight")},
                                  {"delay", entry.at("delay")},
                                  {"receptor_type", receptor_}});
    }

    std::uint64_t edge_count() const override { return rule_->edge_count(); }
    DelayRange delay_range() const override { return delays_.range(); }
    std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const override {
        return rule_->in_degrees(target_rows);
    }
    void edges(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first, std::uint64_t count,
               EdgeDetail detail, EdgeBatch& out) const override {
        rule_->sources(target_row, in_degree, first, count, out.source_row);
        out.target_row.insert(out.target_row.end(), count, target_row);
        if (detail == EdgeDetail::ends) return;
        out.receptor.insert(out.receptor.end(), count, receptor_);
        const std::size_t before = out.weight.size();
        out.weight.resize(before + count);
        weight_.draw(weights_from_, target_row, first, std::span(out.weight).subspan(before));
        append_delays(target_row, first, count, out.delay);
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

    void append_delays(std::uint64_t target_row, std::uint64_t first, std::uint64_t count,
                       std::vector<std::uint32_t>& out) const {
        if (delay_.is_constant()) {
            out.insert(out.end(), count, delays_.range().least);
            return;
        }
        std::size_t at = out.size();
        out.resize(at + count);
        std::array<double, 256> ms;
        while (count > 0) {
            const std::size_t part = std::min<std::uint64_t>(count, ms.size());
            delay_.draw(delays_from_, target_row, first, std::span(ms).first(part));
            for (std::size_t i = 0; i < part; ++i) out[at + i] = delays_.at(ms[i]);
            at += part;
            first += part;
            count -= part;
        }
    }

    Distribution weight_;
    Distribution delay_;
    DelayGrid delays_;
    RandomStream weights_from_;
    RandomStream delays_from_;
    std::int32_t receptor_ = 0;
    std::unique_ptr<BoundRule> rule_;
};

}  // namespace

std::unique_ptr<DrawnProjection> make_drawn_projection(const std::string& name, const nlohmann::json& entry,
                                                       const ProjectionEnds& ends, std::uint64_t seed,
                                                       const TimeGrid& grid, const std::string& where) {
    check_keys(entry, {"source", "target", "rule", "model_template", "syn_weight", "delay", "receptor_type"},
               where);
    return std::make_unique<FromRule>(name, entry, ends, seed, grid, where);
}

}  // namespace simdrive::circuit
