#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "balance/allocation.hpp"

namespace simdrive::balance {

/// Nodes of one model: how their bytes come about. For readers of the file; nothing is computed from it.
struct CellGroup {
    std::string model;
    std::uint64_t nodes = 0;
    std::uint64_t bytes_per_cell = 0;     ///< without synapses
    std::uint64_t bytes_per_synapse = 0;  ///< of its incoming synapses
    bool operator==(const CellGroup&) const = default;
};

struct PopulationMemory {
    PopulationIds population;
    std::vector<CellGroup> groups;
    std::vector<std::uint64_t> bytes;  ///< of each node, in the order of ids
    std::vector<std::uint64_t> work;   ///< the same: ns of a core for a second of model time, as planned
    bool operator==(const PopulationMemory&) const = default;
};

/// What every node of a circuit needs: enough to deal them to any number of ranks and cycles.
struct CellMemory {
    std::string fingerprint;  ///< of the circuit
    std::uint32_t threads = 1;
    std::string overheads = "{}";  ///< a JSON object: what ranks need besides, as the dry run wrote it
    std::vector<PopulationMemory> populations;
    bool operator==(const CellMemory&) const = default;

    /// Of all nodes, in packing order.
    std::vector<std::uint64_t> bytes() const;
    std::vector<std::uint64_t> work() const;
    std::vector<PopulationIds> population_ids() const;
};

inline constexpr const char* cell_memory_format = "simdrive-cell-memory";
inline constexpr std::uint64_t cell_memory_version = 2;
inline constexpr const char* cell_memory_file_name = "cell_memory_usage.json.gz";

/// Writes the file described in docs/file-formats.md, in place of what was there once it is complete. The
/// same content gives the same bytes. DataError where the file cannot be written or `overheads` is no JSON
/// object. REQUIRES: as many bytes and works as ids in each
/// population.
void write_cell_memory(const std::filesystem::path& path, const CellMemory& memory);

/// Reads and checks all of it; DataError with file and line.
CellMemory read_cell_memory(const std::filesystem::path& path);

/// What the file in `folder` says, or in words why it does not fit: no file, another circuit, damaged, other
/// nodes than those of `populations`. Never throws for what a file holds.
std::variant<CellMemory, std::string> find_cell_memory(const std::filesystem::path& folder,
                                                       const std::string& fingerprint,
                                                       std::span<const PopulationIds> populations);

}  // namespace simdrive::balance
