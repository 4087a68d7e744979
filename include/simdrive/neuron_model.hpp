#pragma once

#include <simdrive/catalogue.hpp>
#include <simdrive/field.hpp>
#include <simdrive/neuron_range.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

namespace simdrive {

/// Where an incoming synapse lands: the input port of the model, and the weight as the port counts it.
struct SynapticInput {
    std::uint32_t port;
    double weight;
};

/// Values for the parameters of a block, in the order of NeuronModel::parameters(); each list holds one value
/// for all neurons, or one value a neuron.
using ParameterColumns = std::vector<std::vector<double>>;

/// Neurons of one model and one node group that one thread owns, as columns.
class NeuronBlock {
  public:
    virtual ~NeuronBlock() = default;

    /// Advances the neurons of `part` by one step, from k to k+1. `slots[p]` holds for each neuron of the
    /// block the sum of weights that arrive on port p at step k+1; it is read and set to zero. `current`
    /// holds a current per neuron (pA) that flows during the step, or is null. Appends the indices of neurons
    /// that spike at k+1 to `fired`, ascending, as often as they spike.
    virtual void advance(NeuronRange part, std::span<double* const> slots, const double* current,
                         std::pmr::vector<std::uint32_t>& fired) = 0;
    /// Recordable number `which` (order of NeuronModel::recordables()) of one neuron.
    virtual double recorded(std::size_t which, std::size_t neuron) const = 0;
};

/// A neuron model as the engine sees it. To add one, drop a file into src/models/neuron/: see docs/models.md.
class NeuronModel {
  public:
    virtual ~NeuronModel() = default;

    virtual std::string_view summary() const = 0;
    /// What users may set, with units and defaults.
    virtual std::span<const Field> parameters() const = 0;
    virtual std::span<const Field> recordables() const = 0;
    /// Number of input ports: sums that a neuron reads each step.
    virtual std::size_t ports() const = 0;
    /// Where a synapse of `weight` and SONATA `receptor_type` lands. std::invalid_argument for an unknown
    /// receptor.
    virtual SynapticInput input(double weight, std::int32_t receptor) const = 0;
    /// Exactly what a block of `neurons` takes from its memory resource, in one allocation. `uniform`: all
    /// constants are shared, so only states are stored per neuron.
    virtual std::size_t block_bytes(std::size_t neurons, bool uniform) const = 0;
    /// Builds a block of `neurons`. std::invalid_argument, saying which value is wrong and why, for
    /// parameters that make no sense. `dt` in ms.
    virtual std::unique_ptr<NeuronBlock> make_block(std::size_t neurons, const ParameterColumns& values,
                                                    double dt, std::pmr::memory_resource* resource) const = 0;
};

/// All neuron models, by name; generated from the files in src/models/neuron/.
std::span<const CatalogueEntry<NeuronModel>> neuron_model_catalogue();

/// Whether no constant of `model` has a column of its own in `values`.
bool is_uniform(const NeuronModel& model, const ParameterColumns& values);

}  // namespace simdrive
