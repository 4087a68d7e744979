#include "driver/weights.hpp"

namespace simdrive::driver {

Weights gather_weights(const circuit::Circuit& circuit, const engine::Shape& shape,
                       const engine::StimulusPlan& stimuli, const circuit::Scan& scan,
                       const mpi::Communicator& comm) {
    Weights weights;
    weights.in_degrees = comm.gather(std::span<const std::uint64_t>(scan.in_degrees)).take_values();
    if (!comm.is_root()) return weights;
    weights.bytes.reserve(weights.in_degrees.size());
    const auto& populations = circuit.populations();
    for (std::size_t p = 0; p < populations.size(); ++p) {
        std::vector<std::uint64_t> of_group;
        for (std::size_t g = 0; g < populations[p]->groups().size(); ++g) {
            of_group.push_back(engine::node_bytes(shape, stimuli, shape.first_group[p] + g));
        }
        for (std::uint64_t row = 0; row < populations[p]->size(); ++row) {
            const std::uint64_t in_degree = weights.in_degrees[populations[p]->first_gid() + row];
            weights.bytes.push_back(of_group[populations[p]->group_of(row)] +
                                    in_degree * engine::synapse_bytes());
        }
    }
    return weights;
}

}  // namespace simdrive::driver
