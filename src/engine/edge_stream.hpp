#pragma once

#include <functional>
#include <vector>

#include "circuit/projection.hpp"
#include "engine/construction.hpp"

namespace simdrive::engine {

/// An edge that has arrived at the thread that owns its target.
struct ArrivedEdge {
    Gid source;
    const Place* target;
    double weight;        ///< with EdgeDetail::all
    std::uint32_t delay;  ///< steps; with EdgeDetail::all
    std::int32_t receptor;
};

/// Called on the thread that owns the targets of `edges`, which all belong to one projection.
using EdgeSink = std::function<void(std::uint32_t thread, const circuit::Projection& projection,
                                    std::span<const ArrivedEdge> edges)>;

/// Collective. Brings all edges onto the nodes of this rank to their threads, once: those from files first,
/// then those from rules, cycle by cycle. For any one target the order is that of (file or rule, projection,
/// edge), whatever the ranks, threads and cycles.
void stream_edges(const ConstructionPlan& plan, const mpi::Communicator& comm, ThreadTeam& team,
                  circuit::EdgeDetail detail, std::uint64_t batch, const EdgeSink& sink);

}  // namespace simdrive::engine
