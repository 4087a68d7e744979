#pragma once

#include <filesystem>

#include "base/time_grid.hpp"
#include "circuit/circuit.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::circuit {

/// Collective. Writes the circuit as explicit SONATA files into the folder `directory`, which is made if it
/// is not there: `NAME_nodes.h5`, `NAME_node_types.csv` and `components/point_neuron_models/NAME_*.json` for
/// each node population, `NAME_edges.h5` and `NAME_edge_types.csv` for each edge population, and last
/// `circuit_config.json`. A run of these files gives the spikes that a run of the circuit itself gives. Rank
/// 0 writes, target by target, in memory that does not grow with the number of edges. Each file replaces an
/// older one of its name once it is complete. DataError (on all ranks) where something cannot be written.
void write_circuit(const Circuit& circuit, const TimeGrid& grid, const std::filesystem::path& directory,
                   const mpi::Communicator& comm);

}  // namespace simdrive::circuit
