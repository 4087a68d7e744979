#include "driver/weights.hpp"

namespace simdrive::driver {

Weights gather_weights(const circuit::Circuit& circuit, const engine::Shape& shape,
                       const engine::StimulusPlan& stimuli, const circuit::Scan& scan,
                       const mpi::Communicator& comm) {
    Weights weights;
    weights.in_degrees = circuit::InDegrees(comm.is_root() ? circuit.node_count() : 0);
    for (const auto form : circuit::all_weight_forms) {
        const auto& own = scan.in_degrees.of(form);
        if (comm.sum(own.size()) == 0) continue;
        weights.in_degrees.at(form) = comm.gather(std::span<const std::uint64_t>(own)).take_values();
    }
    if (!comm.is_root()) return weights;
    weights.bytes.reserve(weights.in_degrees.size());
    const auto& populations = circuit.populations();
    for (std::size_t p = 0; p < populations.size(); ++p) {
        std::vector<std::uint64_t> of_group;
        for (std::size_t g = 0; g < populations[p]->groups().size(); ++g) {
            of_group.push_back(engine::node_bytes(shape, stimuli, shape.first_group[p] + g));
        }
        for (std::uint64_t row = 0; row < populations[p]->size(); ++row) {
            const auto in_degree = weights.in_degrees.counts(populations[p]->first_gid() + row);
            weights.bytes.push_back(of_group[populations[p]->group_of(row)] +
                                    engine::synapses_bytes(in_degree));
        }
    }
    return weights;
}

}  // namespace simdrive::driver
