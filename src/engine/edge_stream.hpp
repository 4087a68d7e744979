#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "circuit/projection.hpp"
#include "engine/construction.hpp"
#include "engine/synapse_rows.hpp"

namespace simdrive::engine {

/// Called on the thread that owns the targets of `edges`, which all belong to projection number `projection`.
using EdgeSink = std::function<void(std::uint32_t thread, std::size_t projection, const SynapseBatch& edges)>;

/// What streams have in common.
struct EdgeStreaming {
    const ConstructionPlan& plan;
    std::span<const std::unique_ptr<ThreadShare>> shares;
    std::uint64_t batch;  ///< edges at a time
    bool placing;         ///< whether weights are wanted; else what counting needs
    const EdgeSink& sink;

    /// What must be drawn or read of a projection: at least ends and delays.
    circuit::EdgeDetail detail(std::size_t projection) const;
};

/// Collective. Brings all edges onto the nodes of this rank to their threads, once: those from files first,
/// then those from rules, cycle by cycle. For any one target the order is that of (file or rule, projection,
/// edge), whatever the ranks, threads and cycles.
void stream_edges(const EdgeStreaming& streaming, const mpi::Communicator& comm, ThreadTeam& team);

}  // namespace simdrive::engine
