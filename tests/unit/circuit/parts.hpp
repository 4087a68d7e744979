#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "circuit/circuit.hpp"
#include "circuit/drawn_population.hpp"
#include "circuit/drawn_projection.hpp"

namespace simdrive::circuit {

/// Edges in memory that are read as if from a file.
class ListedProjection : public FileProjection {
  public:
    ListedProjection(const std::string& name, std::size_t source, std::size_t target, EdgeBatch edges)
        : edges_(std::move(edges)) {
        name_ = name;
        source_ = source;
        target_ = target;
        description_ = "{}";
    }
    std::uint64_t edge_count() const override { return edges_.size(); }
    /// Three pieces of a scan.
    std::uint64_t edges_together() const override { return 100'000; }
    void read(std::uint64_t first, std::uint64_t count, EdgeDetail, EdgeBatch& out) const override {
        const auto cut = [&](auto& to, const auto& from) {
            to.assign(from.begin() + static_cast<std::ptrdiff_t>(first),
                      from.begin() + static_cast<std::ptrdiff_t>(first + count));
        };
        for (std::uint64_t i = first; i < first + count; ++i) {
            if (edges_.delay[i] == 0) throw DataError("edge " + std::to_string(i) + ": delay below dt");
        }
        cut(out.source_row, edges_.source_row);
        cut(out.target_row, edges_.target_row);
        cut(out.weight, edges_.weight);
        cut(out.delay, edges_.delay);
        cut(out.receptor, edges_.receptor);
    }

  private:
    EdgeBatch edges_;
};

inline nlohmann::json neurons(std::uint64_t size) {
    return {{"size", size}, {"model_template", "nest:iaf_psc_exp"}, {"dynamics_params", {{"C_m", 250}}}};
}

inline const nlohmann::json& spread_weight() {
    static const auto value = nlohmann::json::parse(R"({"normal": {"mean": 87.8, "std": 8.78, "min": 0}})");
    return value;
}

inline const nlohmann::json& spread_delay() {
    static const auto value = nlohmann::json::parse(R"({"normal": {"mean": 1.5, "std": 0.75, "min": 0.1}})");
    return value;
}

inline nlohmann::json drawn_entry(const nlohmann::json& rule) {
    return {{"source", "E"},
            {"target", "E"},
            {"rule", rule},
            {"syn_weight", spread_weight()},
            {"delay", spread_delay()}};
}

/// Two populations E and I of the given sizes, in order.
inline Circuit two_populations(std::uint64_t e, std::uint64_t i) {
    std::vector<std::unique_ptr<Population>> populations;
    populations.push_back(make_drawn_population("I", neurons(i), 1, "nodes.I"));
    populations.push_back(make_drawn_population("E", neurons(e), 1, "nodes.E"));
    return Circuit(std::move(populations));
}

inline std::unique_ptr<DrawnProjection> drawn(const Circuit& circuit, const std::string& name,
                                              std::size_t source, std::size_t target,
                                              const nlohmann::json& entry, std::uint64_t seed = 1,
                                              WeightPrecision precision = WeightPrecision::automatic) {
    const ProjectionEnds ends{source, target, *circuit.populations()[source], *circuit.populations()[target]};
    return make_drawn_projection(name, entry, ends, EdgeSettings{TimeGrid(0.1), seed, precision},
                                 "edges." + name);
}

}  // namespace simdrive::circuit
