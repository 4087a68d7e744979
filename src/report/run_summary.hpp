#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/memory_tables.hpp"
#include "report/phases.hpp"
#include "report/provenance.hpp"

namespace simdrive::report {

/// The memory policy of a rank before and after simdrive set it, in words.
struct RankPolicy {
    std::string wanted;  ///< "off", "on", "inherit"
    std::string kernel;  ///< /proc/sys/kernel/numa_balancing: "1", "none"
    std::string before;
    std::string after;
    std::string reason;  ///< why it is not as wanted; "" when it is
    bool operator==(const RankPolicy&) const = default;
};

/// Where the allocation of a run came from.
struct AllocationOrigin {
    std::string mode;    ///< "Memory"
    std::string file;    ///< read or written; "" where there is none
    std::string origin;  ///< "read", "derived from cell_memory_usage.json.gz", "computed"
    std::string reason;  ///< why no file could be used; "" where one was
};

/// Everything that run_summary.json says.
struct RunSummary {
    Provenance provenance;
    std::vector<std::string> command_line;
    std::vector<std::string> hosts;  ///< by rank
    std::uint32_t threads = 1;
    std::uint32_t cycles = 1;
    std::string circuit_fingerprint;
    nlohmann::json configuration;  ///< resolved
    AllocationOrigin allocation;
    MemoryEstimate estimate;
    std::vector<RankMemory> memory;            ///< by rank, after construction
    std::vector<std::uint64_t> resident_peak;  ///< by rank, of the whole run, bytes
    std::vector<RankPolicy> policies;          ///< by rank
    std::vector<PhaseSpread> phases;
    Rates rates;
    std::uint64_t synapses = 0;
    bool stopped_early = false;
    std::vector<std::string> outputs;  ///< files that were written
};

/// Ranks that say the same are put together: {"ranks": "0-3", …}.
nlohmann::json to_json(const RunSummary& summary);

/// Writes `summary` as indented JSON to `path`, replacing what was there only once it is complete. Text that
/// is not UTF-8 (a path on the command line) has its odd bytes replaced. DataError where the file cannot be
/// written.
void write_run_summary(const std::filesystem::path& path, const RunSummary& summary);

}  // namespace simdrive::report
