#pragma once

#include <cstdint>
#include <vector>

#include "balance/allocation.hpp"
#include "balance/cell_memory.hpp"
#include "balance/node_order.hpp"
#include "circuit/scan.hpp"
#include "driver/estimate.hpp"
#include "driver/session.hpp"
#include "driver/weights.hpp"
#include "report/memory_tables.hpp"

namespace simdrive::driver {

/// Collective. The scan of the session's circuit.
circuit::Scan scan_session(const Session& session, const mpi::Communicator& comm);

/// Completes session.shape by how synapses lie where `owners` threads of all ranks together share them.
void plan_synapses(Session& session, const circuit::Scan& scan, std::uint64_t owners);

/// Bytes that every rank needs whatever it holds, beside the program itself: the source index of its threads.
std::uint64_t rank_overhead(const Session& session, std::uint32_t threads);

/// The numbers of the dry run's tables. `program`: bytes of the program on each rank.
report::MemoryEstimate memory_estimate(const Session& session, const Weights& weights,
                                       const std::vector<RankEstimate>& ranks, const balance::Target& target,
                                       std::uint64_t program);

/// What cell_memory_usage.json.gz says.
balance::CellMemory cell_memory(const Session& session, const Weights& weights, const balance::Target& target,
                                const std::vector<balance::NodeOrder>& orders, std::uint64_t program);

}  // namespace simdrive::driver
