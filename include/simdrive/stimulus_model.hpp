#pragma once

#include <simdrive/catalogue.hpp>
#include <simdrive/field.hpp>
#include <simdrive/neuron_range.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace simdrive {

/// What a stimulus adds to: the current that flows into a neuron during a step, or the weights that arrive at
/// its end.
enum class StimulusTarget { current, events };

/// The numbers of one entry of "inputs", and what the run adds to them.
struct StimulusSettings {
    std::map<std::string, std::vector<double>> values;  ///< by field; a single number is a list of one
    double dt = 0;                                      ///< ms
    std::int64_t steps = 0;                             ///< length of the run
    std::uint64_t seed = 0;
    std::uint64_t key = 0;  ///< tells the random streams of stimuli apart
};

/// One stimulus, for the neurons of one block.
class Stimulus {
  public:
    virtual ~Stimulus() = default;
    /// Adds what the stimulus gives during step k → k+1 to `out[n]`, for each neuron n of `part` that it was
    /// made for. `out` is indexed by neuron of the block. For any one part, called for consecutive k.
    virtual void add(std::int64_t k, NeuronRange part, double* out) = 0;
};

/// The neurons of a block that a stimulus acts on.
struct StimulatedNeurons {
    std::span<const std::uint64_t>
        gids;  ///< for random numbers: what a neuron receives depends on its gid alone
    std::span<const std::uint32_t> neurons;  ///< indices in the block
};

/// A kind of stimulus: one file in src/models/stimulus/, whose name is what "module" says.
class StimulusModel {
  public:
    virtual ~StimulusModel() = default;
    virtual std::string_view summary() const = 0;
    /// What users may set; a default of NaN means that a value must be given.
    virtual std::span<const Field> fields() const = 0;
    virtual StimulusTarget target() const = 0;
    /// What an instance for `neurons` takes from its memory resource.
    virtual std::size_t bytes(std::size_t neurons) const = 0;
    /// std::invalid_argument for values that make no sense. The spans of `who` outlive the stimulus. For
    /// events, `weight` is the weight as the port counts it.
    virtual std::unique_ptr<Stimulus> make(const StimulusSettings& settings, double weight,
                                           const StimulatedNeurons& who,
                                           std::pmr::memory_resource* resource) const = 0;
};

/// All stimuli, by name; generated from the files in src/models/stimulus/.
std::span<const CatalogueEntry<StimulusModel>> stimulus_model_catalogue();

}  // namespace simdrive
