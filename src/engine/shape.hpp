#pragma once

#include <simdrive/neuron_model.hpp>

#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "circuit/circuit.hpp"
#include "engine/synapse_layout.hpp"

namespace simdrive::engine {

/// A node group of the circuit with its model looked up: what becomes one block of neurons a thread.
struct GroupShape {
    std::size_t population = 0;
    std::size_t group = 0;               ///< index into the population's groups()
    const NeuronModel* model = nullptr;  ///< null for virtual nodes: spike sources without dynamics
    bool uniform = true;                 ///< no constant differs between its nodes
};

/// The circuit as far as layout and memory depend on it: the same on every rank.
struct Shape {
    std::vector<GroupShape> groups;        ///< by (population, group)
    std::vector<std::size_t> first_group;  ///< of each population
    std::uint64_t gids = 0;
    Step epoch = 1;  ///< steps between exchanges: the least delay, or less
    SynapseLayout synapses;

    const GroupShape& of(std::size_t population, std::size_t group) const {
        return groups[first_group[population] + group];
    }
};

/// Looks up every model. Unknown models, parameters that a model does not have, and receptors it cannot take
/// are added to `problems`.
Shape shape_of(const circuit::Circuit& circuit, Problems& problems);

/// The largest number of input ports that any model of the circuit has.
std::size_t most_ports_of(const Shape& shape);

/// Values for the parameters of `model` for `rows` of a group, as make_block takes them.
ParameterColumns parameter_columns(const circuit::Population& population, const circuit::NodeGroup& group,
                                   const NeuronModel& model, const Selection& rows);

}  // namespace simdrive::engine
