#include "engine/edge_stream.hpp"

#include <algorithm>

#include "engine/drawn_stream.hpp"
#include "engine/file_stream.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::engine {

using circuit::EdgeDetail;

EdgeDetail EdgeStreaming::detail(std::size_t projection) const {
    const auto& weights = plan.scan.projections[projection].weights;
    if (placing && weights.form != circuit::WeightForm::equal) return EdgeDetail::all;
    // The port, and so the slot, depends on the sign of the weight.
    if (weights.least < 0 && weights.largest >= 0) return EdgeDetail::all;
    return EdgeDetail::delays;
}

void stream_edges(const EdgeStreaming& streaming, const mpi::Communicator& comm, ThreadTeam& team) {
    const auto& projections = streaming.plan.circuit.projections();
    if (std::any_of(projections.begin(), projections.end(),
                    [](const auto& p) { return p->is_from_file(); })) {
        FileStreamBuffers buffers(comm.size(), team.size());
        for (std::size_t p = 0; p < projections.size(); ++p) {
            if (projections[p]->is_from_file()) FileStream(streaming, p, buffers, comm, team).run();
        }
    }
    mpi::agreed(comm, [&] {
        team.run([&](std::uint32_t thread) {
            for (std::uint32_t cycle = 0; cycle < streaming.plan.nodes.cycles(); ++cycle) {
                for (std::size_t p = 0; p < projections.size(); ++p) {
                    if (!projections[p]->is_from_file()) DrawnStream(streaming, p, thread).run(cycle);
                }
            }
        });
    });
}

}  // namespace simdrive::engine
