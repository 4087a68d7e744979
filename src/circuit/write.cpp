#include "circuit/write.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "circuit/write_edges.hpp"
#include "circuit/write_nodes.hpp"
#include "io/json_file.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::circuit {

namespace {

/// What the files of a population are called: its name, if that makes a plain file name.
std::string file_stem(const std::string& name, std::size_t index) {
    const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const bool is_plain =
        !name.empty() && name.size() <= 200 && name.find_first_not_of(plain) == std::string::npos;
    return is_plain ? name : fmt::format("population.{}", index);
}

void make_folder(const std::filesystem::path& path) {
    std::error_code fault;
    std::filesystem::create_directories(path, fault);
    if (fault)
        throw DataError(fmt::format("{}: the folder cannot be made: {}", path.string(), fault.message()));
}

void write_all(const Circuit& circuit, const TimeGrid& grid, const std::filesystem::path& directory) {
    const auto models = std::filesystem::path("components") / "point_neuron_models";
    make_folder(directory / models);
    auto nodes = nlohmann::json::array();
    auto edges = nlohmann::json::array();
    for (std::size_t i = 0; i < circuit.populations().size(); ++i) {
        const Population& population = *circuit.populations()[i];
        const std::string stem = file_stem(population.name(), i);
        write_nodes(population, stem, directory, directory / models);
        nodes.push_back({{"nodes_file", stem + "_nodes.h5"}, {"node_types_file", stem + "_node_types.csv"}});
    }
    for (std::size_t i = 0; i < circuit.projections().size(); ++i) {
        const Projection& projection = *circuit.projections()[i];
        const std::string stem = file_stem(projection.name(), i);
        write_edges(circuit, projection, grid, stem, directory);
        edges.push_back({{"edges_file", stem + "_edges.h5"}, {"edge_types_file", stem + "_edge_types.csv"}});
    }
    io::write_json(directory / "circuit_config.json",
                   {{"components", {{"point_neuron_models_dir", models.generic_string()}}},
                    {"networks", {{"nodes", nodes}, {"edges", edges}}}});
}

}  // namespace

void write_circuit(const Circuit& circuit, const TimeGrid& grid, const std::filesystem::path& directory,
                   const mpi::Communicator& comm) {
    mpi::agreed(comm, [&] {
        if (comm.is_root()) write_all(circuit, grid, directory);
    });
}

}  // namespace simdrive::circuit
