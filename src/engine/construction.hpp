#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "circuit/circuit.hpp"
#include "circuit/scan.hpp"
#include "engine/rank_nodes.hpp"
#include "engine/stimulus_plan.hpp"
#include "engine/thread_share.hpp"
#include "engine/thread_team.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::engine {

/// What construction needs to know; all of it outlives the call.
struct ConstructionPlan {
    const circuit::Circuit& circuit;
    const circuit::Scan& scan;
    const Shape& shape;
    const StimulusPlan& stimuli;
    const RankNodes& nodes;
    std::span<const std::uint32_t> bucket_of;  ///< by gid: rank · cycles + cycle
    std::uint32_t ranks;                       ///< that the circuit is dealt to
    double dt;                                 ///< ms
};

/// Collective. Builds every thread's share of this rank: blocks of neurons, then the connection tables in two
/// passes over the edges, one that counts the length of every bin and one that places the synapses, so that
/// nothing is ever copied or grown.
///
/// Edges in files are read in stripes by all ranks and sent to the owners of their targets; edges of rules
/// are drawn by the thread that owns their target, the targets of one cycle after the other. What is in
/// flight at a time is bounded by batch_edges(), which shrinks with the number of cycles.
std::vector<std::unique_ptr<ThreadShare>> construct(const ConstructionPlan& plan,
                                                    const mpi::Communicator& comm, ThreadTeam& team);

/// Edges that a thread holds at a time on their way into the tables.
std::uint64_t batch_edges(std::uint64_t edges_of_thread, std::uint32_t cycles);

/// More cycles than these make no batch smaller.
inline constexpr std::uint32_t most_useful_cycles = 8;

/// What construction depends on, beside the layout.
struct ConstructionSize {
    std::uint64_t edges_of_rank = 0;
    SlotSegments slots_of_thread;  ///< of the thread that has most
    std::uint32_t threads = 1;
    std::uint32_t cycles = 1;
    std::uint64_t looked_up =
        0;  ///< nodes of the largest population that edges from files lead to; 0: none do
};

/// Bytes that construction needs on a rank beside what stays: counters, batches, and for files a look-up.
std::uint64_t construction_bytes(const SynapseLayout& layout, const ConstructionSize& size);

}  // namespace simdrive::engine
