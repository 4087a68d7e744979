#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/spread.hpp"
#include "base/time_grid.hpp"
#include "circuit/circuit.hpp"
#include "circuit/scan.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::circuit {

/// What `simdrive circuit info` tells about nodes that share a model.
struct GroupInfo {
    std::string model;
    std::uint64_t nodes = 0;
    std::vector<std::string> varied;  ///< parameters that differ from node to node
};

struct PopulationInfo {
    std::string name;
    std::uint64_t nodes = 0;
    std::vector<GroupInfo> groups;
    Spread in_degree;  ///< edges onto a node, from all projections
};

struct ProjectionInfo {
    std::string name;
    std::string source;
    std::string target;
    std::string synapse_model;
    bool drawn = false;  ///< from a rule, not from a file
    std::uint64_t edges = 0;
    double least_delay = 0;  ///< ms
    double largest_delay = 0;
};

struct CircuitInfo {
    std::vector<PopulationInfo> populations;
    std::vector<ProjectionInfo> projections;
    std::uint64_t nodes = 0;
    std::uint64_t edges = 0;
    std::string fingerprint;
};

/// Collective; the same on every rank.
CircuitInfo circuit_info(const Circuit& circuit, const Scan& scan, const TimeGrid& grid,
                         const mpi::Communicator& comm);

}  // namespace simdrive::circuit
