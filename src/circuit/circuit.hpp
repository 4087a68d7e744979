#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/time_grid.hpp"
#include "circuit/population.hpp"
#include "circuit/projection.hpp"

namespace simdrive::sonata {
struct Configuration;
}

namespace simdrive::circuit {

/// The circuit as the simulator sees it: populations in the order of their names, projections in the order of
/// (target, source, name). Holds descriptions and open files, never the edges.
class Circuit {
  public:
    /// Opens everything that the configuration names. Problems are collected so that all are told together;
    /// the result is usable only if none was added. A `node_set` of the configuration must cover all nodes
    /// that are not virtual.
    static Circuit load(const sonata::Configuration& configuration, const TimeGrid& grid,
                        WeightPrecision precision, Problems& problems);

    Circuit() = default;
    /// Puts the populations in order and gives them their gids. DataError where two have the same name or
    /// there are more nodes than a spike can name.
    explicit Circuit(std::vector<std::unique_ptr<Population>> populations);
    /// Puts the projections in order and completes the description. Their ends are indices into
    /// populations(). `seed` of all that is drawn. DataError where two have the same name.
    void connect(std::vector<std::unique_ptr<Projection>> projections, const TimeGrid& grid,
                 std::uint64_t seed);

    const std::vector<std::unique_ptr<Population>>& populations() const { return populations_; }
    const std::vector<std::unique_ptr<Projection>>& projections() const { return projections_; }
    std::uint64_t node_count() const;
    /// The population that `gid` lies in (index).
    std::size_t population_of(Gid gid) const;
    /// Index of the population called `name`, or none.
    std::optional<std::size_t> find_population(const std::string& name) const;

    /// What the fingerprint covers besides what lies in files: populations, models, parameters, rules, seed,
    /// dt, as canonical JSON text.
    const std::string& description() const { return description_; }

  private:
    std::vector<std::unique_ptr<Population>> populations_;
    std::vector<std::unique_ptr<Projection>> projections_;
    std::string description_;
};

}  // namespace simdrive::circuit
