#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "balance/allocation.hpp"
#include "balance/line_file.hpp"

namespace simdrive::balance {

/// Reads an allocation file step by step, so that a header of another circuit spares the rest. Every fault is
/// a DataError with file and line. Memory is bounded by the nodes that the header tells and by what the file
/// holds.
class AllocationReader {
  public:
    /// Reads the header.
    explicit AllocationReader(const std::filesystem::path& path);

    /// Target and names of populations; the rest is empty.
    const Allocation& header() const { return allocation_; }
    /// Nodes of each population as the header says.
    const std::vector<std::uint64_t>& node_counts() const { return node_counts_; }

    /// The whole allocation. The ids of the populations are those that it deals.
    Allocation read();
    /// The whole allocation, which must deal exactly the nodes of `populations`.
    Allocation read_for(std::span<const PopulationIds> populations);

  private:
    void check_name(const std::string& name);
    void read_populations(const nlohmann::json& header);
    void check_populations(std::span<const PopulationIds> populations);
    void read_lines();
    void add_share(const nlohmann::json& line);
    Share& share_for(std::uint32_t population, std::uint32_t rank, std::uint32_t cycle);
    std::uint32_t find_population(const std::string& name);
    void add_rank(const nlohmann::json& line);
    void check_end(const nlohmann::json& line);
    void check_bytes();

    LineReader file_;
    Allocation allocation_;
    std::vector<std::uint64_t> node_counts_;  // by population, as the header says
    std::vector<std::uint64_t> nodes_found_;  // by population, so far
    std::uint64_t total_bytes_ = 0;           // as the header says
    std::uint64_t largest_bytes_ = 0;
};

}  // namespace simdrive::balance
