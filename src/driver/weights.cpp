#include "driver/weights.hpp"

#include "driver/planned_rate.hpp"
#include "engine/load.hpp"
#include "engine/planned_work.hpp"

namespace simdrive::driver {

Weights gather_weights(const Session& session, const circuit::Scan& scan, const mpi::Communicator& comm) {
    const auto& circuit = session.circuit;
    Weights weights;
    weights.in_degrees = circuit::InDegrees(comm.is_root() ? circuit.node_count() : 0);
    for (const auto form : circuit::all_weight_forms) {
        const auto& own = scan.in_degrees.of(form);
        if (comm.sum(own.size()) == 0) continue;
        weights.in_degrees.at(form) = comm.gather(std::span<const std::uint64_t>(own)).take_values();
    }
    if (!comm.is_root()) return weights;
    weights.bytes.reserve(weights.in_degrees.size());
    weights.work.reserve(weights.in_degrees.size());
    const auto& populations = circuit.populations();
    for (std::size_t p = 0; p < populations.size(); ++p) {
        std::vector<std::uint64_t> bytes;  // by group
        std::vector<std::uint64_t> work;
        for (std::size_t g = 0; g < populations[p]->groups().size(); ++g) {
            const std::size_t group = session.shape.first_group[p] + g;
            bytes.push_back(engine::node_bytes(session.shape, session.stimuli, group));
            work.push_back(engine::node_work(session.shape, session.stimuli, group, session.grid.dt()));
        }
        for (std::uint64_t row = 0; row < populations[p]->size(); ++row) {
            const Gid gid = populations[p]->first_gid() + row;
            const std::size_t group = populations[p]->group_of(row);
            weights.bytes.push_back(bytes[group] + engine::synapses_bytes(weights.in_degrees.counts(gid)));
            weights.work.push_back(work[group] +
                                   engine::synapses_work(weights.in_degrees.total(gid), planned_rate_hz));
        }
    }
    return weights;
}

}  // namespace simdrive::driver
