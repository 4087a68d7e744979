#include "circuit/circuit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/spike.hpp"
#include "circuit/description.hpp"

namespace simdrive::circuit {

namespace {

template <class T>
void refuse_equal_names(const std::vector<std::unique_ptr<T>>& things, const char* what) {
    std::vector<std::string> names;
    names.reserve(things.size());
    for (const auto& thing : things) names.push_back(thing->name());
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice == names.end()) return;
    throw DataError(
        fmt::format("two {} populations are called \"{}\"; expected names of their own", what, *twice));
}

}  // namespace

Circuit::Circuit(std::vector<std::unique_ptr<Population>> populations)
    : populations_(std::move(populations)) {
    refuse_equal_names(populations_, "node");
    std::sort(populations_.begin(), populations_.end(),
              [](const auto& a, const auto& b) { return a->name() < b->name(); });
    Gid next = 0;
    for (auto& population : populations_) {
        population->first_gid_ = next;
        next += population->size();
        if (next > PackedSpike::max_source) {
            throw DataError(
                fmt::format("the circuit has more than {} nodes; expected fewer", PackedSpike::max_source));
        }
    }
}

void Circuit::connect(std::vector<std::unique_ptr<Projection>> projections, const TimeGrid& grid,
                      std::uint64_t seed) {
    refuse_equal_names(projections, "edge");
    projections_ = std::move(projections);
    std::sort(projections_.begin(), projections_.end(), [](const auto& a, const auto& b) {
        return std::forward_as_tuple(a->target(), a->source(), a->name()) <
               std::forward_as_tuple(b->target(), b->source(), b->name());
    });
    nlohmann::json all{{"dt", grid.dt()},
                       {"populations", nlohmann::json::object()},
                       {"projections", nlohmann::json::object()}};
    bool drawn = false;
    for (const auto& population : populations_) {
        all["populations"][population->name()] = nlohmann::json::parse(population->description());
        drawn = drawn || !population->in_files();
    }
    for (const auto& projection : projections_) {
        all["projections"][projection->name()] = nlohmann::json::parse(projection->description());
        drawn = drawn || dynamic_cast<const DrawnProjection*>(projection.get()) != nullptr;
    }
    // As text, since numbers become floating point and two seeds above 2^53 may not become one.
    if (drawn) all["seed"] = std::to_string(seed);
    description_ = canonical(all);
}

std::uint64_t Circuit::node_count() const {
    return populations_.empty() ? 0 : populations_.back()->first_gid() + populations_.back()->size();
}

std::size_t Circuit::population_of(Gid gid) const {
    const auto after =
        std::upper_bound(populations_.begin(), populations_.end(), gid,
                         [](Gid g, const auto& population) { return g < population->first_gid(); });
    return static_cast<std::size_t>(after - populations_.begin()) - 1;
}

std::optional<std::size_t> Circuit::find_population(const std::string& name) const {
    const auto found =
        std::lower_bound(populations_.begin(), populations_.end(), name,
                         [](const auto& population, const std::string& n) { return population->name() < n; });
    if (found == populations_.end() || (*found)->name() != name) return std::nullopt;
    return static_cast<std::size_t>(found - populations_.begin());
}

}  // namespace simdrive::circuit
