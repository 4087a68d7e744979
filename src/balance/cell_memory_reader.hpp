#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "balance/cell_memory.hpp"
#include "balance/line_file.hpp"

namespace simdrive::balance {

/// Reads a file of cell memory step by step, so that a header of another circuit spares the rest. Every fault
/// is a DataError with file and line. Memory is bounded by the nodes that lines list, which the header's
/// counts bound.
class CellMemoryReader {
  public:
    /// Reads the header.
    explicit CellMemoryReader(const std::filesystem::path& path);
    /// All but ids and bytes.
    const CellMemory& header() const { return memory_; }
    CellMemory read();
    /// The same, of exactly the nodes of `populations`.
    CellMemory read_for(std::span<const PopulationIds> populations);

  private:
    void read_population(const nlohmann::json& population);
    void add_line(const nlohmann::json& line);
    void add_runs(const nlohmann::json& line, const char* key, std::uint64_t nodes, std::uint64_t& total,
                  std::vector<std::uint64_t>& values);
    void check_end(const nlohmann::json& line);

    LineReader file_;
    CellMemory memory_;
    std::vector<std::uint64_t> node_counts_;  // by population, as the header says
    std::size_t population_ = 0;              // of the line before
    std::uint64_t total_bytes_ = 0;           // so far
    std::uint64_t total_work_ = 0;
};

}  // namespace simdrive::balance
