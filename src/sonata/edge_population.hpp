#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "sonata/configuration.hpp"
#include "sonata/edge_habits.hpp"

namespace simdrive::sonata {

/// Edges as parallel columns, with every default and precedence applied.
struct EdgeColumns {
    std::vector<NodeId> source_node_id;
    std::vector<NodeId> target_node_id;
    std::vector<double> weight;  ///< syn_weight × nsyns (× sign, if asked for), in the target model's unit
    std::vector<double> delay;   ///< ms
    std::vector<std::int32_t> receptor;        ///< receptor_type; 0 where there is none
    std::vector<std::uint16_t> synapse_model;  ///< index into EdgePopulation::synapse_models()

    std::size_t size() const { return source_node_id.size(); }
};

/// One population of a SONATA edges file. Edges keep the order of the file; no index is needed.
class EdgePopulation {
  public:
    /// The populations in an HDF5 edges file, sorted.
    static std::vector<std::string> names_in(const std::filesystem::path& file);
    /// Opens the populations of an entry of the configuration; problems are added, not thrown.
    static std::vector<std::unique_ptr<EdgePopulation>> open_all(const NetworkFile& entry,
                                                                 const Components& components,
                                                                 Problems& problems);
    EdgePopulation(const NetworkFile& entry, const std::string& name, const Components& components);
    ~EdgePopulation();

    const std::string& name() const;
    /// "network/v1_v1_edges.h5: /edges/v1_to_v1"
    const std::string& where() const;
    /// Names of the populations that source_node_id and target_node_id refer to.
    const std::string& source() const;
    const std::string& target() const;
    std::uint64_t size() const;
    /// How many edges are decompressed together, from a multiple of it on; 1 where nothing is compressed.
    std::uint64_t edges_together() const;
    /// Every synapse model that an edge may have, without schema ("static_synapse" where none is named).
    const std::vector<std::string>& synapse_models() const;

    /// Whether weights are multiplied by `sign` of the synapse's JSON file, as for nrn:IntFire targets. Off
    /// at first.
    void multiply_by_sign(bool on);

    /// Replaces `out` by edges first … first+count−1. Reads only these; fastest in blocks of some ten
    /// thousand into the same `out`, which keeps its memory. DataError (dataset, edge) for what cannot be: a
    /// type that the table does not have, a negative nsyns, a group that does not exist. Weights may be NaN
    /// if the file says so; a NaN delay is "no value".
    void read(std::uint64_t first, std::uint64_t count, EdgeColumns& out) const;
    /// The same without weights and synapse models; these columns are left empty.
    void read_delays(std::uint64_t first, std::uint64_t count, EdgeColumns& out) const;
    /// The same for source_node_id and target_node_id alone; the other columns are left empty.
    void read_ends(std::uint64_t first, std::uint64_t count, EdgeColumns& out) const;

    /// What all edges that read() has read so far have in common.
    const EdgeHabits& habits() const;
    /// From here on, habits that are known are taken for those of all edges: reads leave out what says so.
    void assume(const EdgeHabits& habits);

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

}  // namespace simdrive::sonata
