#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <variant>

#include "balance/allocation.hpp"

namespace simdrive::balance {

inline constexpr const char* allocation_format = "simdrive-allocation";
inline constexpr std::uint64_t allocation_version = 1;

/// "allocation_r{R}_c{C}.json.gz": where a run with R ranks and C cycles looks for its allocation.
std::string allocation_file_name(std::uint32_t ranks, std::uint32_t cycles);

/// Writes an allocation in the format of docs/file-formats.md, in place of what was there once it is
/// complete. The same allocation gives the same bytes. Costs little memory beside the allocation. DataError
/// where the file cannot be written. REQUIRES: no fault().
void write_allocation(const std::filesystem::path& path, const Allocation& allocation);

/// Reads an allocation and checks all of it; the populations' ids are those that it deals. DataError, with
/// file and line, for a damaged, inconsistent or newer file, and where the file's name tells other ranks or
/// cycles.
Allocation read_allocation(const std::filesystem::path& path);

/// The allocation in `folder` for these ranks and cycles, or in words why there is none that fits: no such
/// file, one of another circuit (fingerprint) or mode, one that is damaged or does not deal every node of
/// `populations` exactly once. `wanted.threads` is not looked at, since an allocation holds for any (its
/// bytes are then those of other threads); nor is an empty `wanted.mode`. Never throws for what a file holds.
std::variant<Allocation, std::string> find_allocation(const std::filesystem::path& folder,
                                                      const Target& wanted,
                                                      std::span<const PopulationIds> populations);

/// The same for one file, whatever ranks and cycles it is for.
std::variant<Allocation, std::string> fitting_allocation(const std::filesystem::path& path,
                                                         const Target& wanted,
                                                         std::span<const PopulationIds> populations);

}  // namespace simdrive::balance
