#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace simdrive::test {

using FillGroup = std::function<void(const io::Group&)>;

/// An HDF5 file with what `fill` writes into its root.
inline void write_hdf5(const std::string& path, const FillGroup& fill) {
    io::Hdf5File file = io::Hdf5File::create(path);
    fill(file.root());
    file.close();
}

/// A SONATA file with one population of nodes; `fill` writes the rest into /nodes/<name>.
inline void write_nodes(const std::string& path, const std::string& name,
                        const std::vector<std::int64_t>& type_ids, const FillGroup& fill = {}) {
    write_hdf5(path, [&](const io::Group& root) {
        const io::Group population = root.create_group("nodes").create_group(name);
        population.write("node_type_id", type_ids);
        if (fill) fill(population);
    });
}

struct EdgeList {
    std::vector<std::uint64_t> sources;
    std::vector<std::uint64_t> targets;
    std::vector<std::int64_t> types;  ///< empty = no edge_type_id
    std::string source_population = "a";
    std::string target_population = "b";
};

/// A SONATA file with one population of edges; `fill` writes the rest into /edges/<name>.
inline void write_edges(const std::string& path, const std::string& name, const EdgeList& edges,
                        const FillGroup& fill = {}) {
    write_hdf5(path, [&](const io::Group& root) {
        const io::Group population = root.create_group("edges").create_group(name);
        const auto end = [&](const char* dataset, const auto& ids, const std::string& of) {
            const io::Dataset written = population.write(dataset, ids);
            if (!of.empty()) written.write_attribute("node_population", of);
        };
        end("source_node_id", edges.sources, edges.source_population);
        end("target_node_id", edges.targets, edges.target_population);
        if (!edges.types.empty()) population.write("edge_type_id", edges.types);
        if (fill) fill(population);
    });
}

}  // namespace simdrive::test
