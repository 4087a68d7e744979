#pragma once

#include <simdrive/options.hpp>

#include <string>
#include <vector>

#include "balance/allocation.hpp"
#include "balance/node_order.hpp"
#include "circuit/scan.hpp"
#include "driver/estimate.hpp"
#include "driver/session.hpp"
#include "driver/weights.hpp"
#include "report/memory_tables.hpp"

namespace simdrive::driver {

/// Who holds what, on every rank, and where it came from.
struct Allocated {
    std::vector<std::uint32_t> bucket_of;   ///< by gid: rank · cycles + cycle
    std::vector<std::uint64_t> rank_bytes;  ///< estimated bytes in the arenas of each rank
    std::string mode;                       ///< "Memory"
    std::string file;    ///< the allocation file that was read or written; "" where there is none
    std::string origin;  ///< "read", "derived from cell_memory_usage.json.gz", "computed"
    std::string reason;  ///< why no file could be used; "" where one was
    report::MemoryEstimate estimate;  ///< the dry run's; other ranks than 0 lack its models and parts
};

/// Collective. The dealing for a run on `ranks` ranks, which need not be those of `comm`: a fitting
/// allocation file for --lb-mode=Memory, or for no --lb-mode where such a file lies; else dealt anew, in mode
/// Memory from the weights file where that fits, and written for next time. `program`: bytes of the program
/// on each rank, part of what it needs.
Allocated allocate_for_run(const Options& options, const Session& session, const circuit::Scan& scan,
                           std::uint32_t ranks, std::uint64_t program, const mpi::Communicator& comm);

/// How the rows of each population lie in the order of their ids, in which balance/ sees nodes.
std::vector<balance::NodeOrder> node_orders(const circuit::Circuit& circuit);
std::vector<balance::PopulationIds> populations_of(const std::vector<balance::NodeOrder>& orders);

}  // namespace simdrive::driver
