#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/spread.hpp"
#include "report/table.hpp"

namespace simdrive::report {

/// Cells of one model in one population.
struct ModelMemory {
    std::string population;
    std::string model;
    std::uint64_t cells = 0;
    std::uint64_t synapses = 0;  ///< that arrive at these cells
    std::uint64_t bytes = 0;     ///< of the cells and their synapses
};

/// A row of the second table: "neurons", "source index", "construction peak", …
struct NamedBytes {
    std::string name;
    std::uint64_t bytes = 0;  ///< summed over all ranks
};

/// What a rank needs in all, the program included. Bytes.
struct RankNeed {
    std::uint64_t built = 0;            ///< the most until the loop begins
    std::uint64_t built_in_cycles = 0;  ///< the same with as many cycles as are of use
    std::uint64_t steady = 0;           ///< at the end of the loop
    std::uint64_t peak = 0;             ///< the most at any time
};

/// What a dry run found, for a number of ranks.
struct MemoryEstimate {
    std::uint32_t ranks = 1;
    std::uint32_t cycles = 1;
    std::uint32_t threads = 1;
    std::string mode;  ///< how nodes are dealt: "Memory", "RoundRobin"
    std::vector<ModelMemory> models;
    std::vector<NamedBytes> parts;  ///< in the order in which they are printed
    std::vector<RankNeed> needs;    ///< by rank
    std::uint64_t shared = 0;       ///< bytes of all cells and synapses: what ranks divide among them
    std::uint64_t largest_cell = 0;
};

/// One row per population and model, and their sum: cells, synapses, mean bytes per cell with its synapses,
/// bytes.
Table model_table(const MemoryEstimate& estimate);
/// One row per part, then GRAND TOTAL: the sum of the parts. Columns: bytes of all ranks, mean per rank,
/// share.
Table part_table(const MemoryEstimate& estimate);
/// Steady and peak: least, mean and largest rank, and the imbalance: largest over mean.
Table rank_table(const MemoryEstimate& estimate);

/// What was estimated for a rank and what was measured: its arenas after construction, by their own
/// statistics, and the peak of its resident memory.
struct RankMemory {
    std::uint64_t estimated = 0;  ///< with the allocator's rounding
    std::uint64_t requested = 0;  ///< measured: what its containers asked for
    std::uint64_t allocated = 0;  ///< measured: the same with the allocator's rounding
    std::uint64_t estimated_peak = 0;
    std::uint64_t resident_peak = 0;
    /// (estimated − allocated) / allocated.
    double difference() const;
    /// (estimated − measured) / measured, of the peak.
    double peak_difference() const;
};

/// All ranks where there are at most 16 or `all` is set; else least, mean and largest of each column and the
/// rank whose difference is largest. `ranks` by rank, the first of which is `first_rank`.
Table estimate_against_measured(const std::vector<RankMemory>& ranks, bool all, std::uint32_t first_rank = 0);

}  // namespace simdrive::report
