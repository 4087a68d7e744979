// OBI's linear current: from `amp_start` at its onset to `amp_end` at its end, in nA, into every neuron of
// the node set. Without `amp_end` the current is constant. The current of a step is its value at the
// beginning of the step.
#include <simdrive/stimulus_model.hpp>

#include "models/stimulus_values.hpp"

namespace simdrive {
namespace {

constexpr double pA_per_nA = 1000;

class Ramp final : public Stimulus {
  public:
    Ramp(stimulus_values::Window window, double start, double end, std::span<const std::uint32_t> neurons)
        : window_(window), start_(start), end_(end), neurons_(neurons) {}

    void add(Step k, NeuronRange part, double* out) override {
        if (k < window_.first || k >= window_.past) return;
        const double share =
            static_cast<double>(k - window_.first) / static_cast<double>(window_.past - window_.first);
        const double current = (start_ + (end_ - start_) * share) * pA_per_nA;
        stimulus_values::add_to_all(neurons_, part, current, out);
    }

  private:
    stimulus_values::Window window_;
    double start_, end_;
    std::span<const std::uint32_t> neurons_;
};

class Linear final : public StimulusModel {
    std::string_view summary() const override {
        return "constant or linearly changing current (OBI; amplitudes in nA)";
    }
    std::span<const Field> fields() const override {
        static constexpr std::array rows{
            Field{"amp_start", "nA", stimulus_values::required, "current at the onset"},
            Field{"amp_end", "nA", same_as_start, "current at the end; amp_start if it is not given"},
            Field{"delay", "ms", 0.0, "onset"},
            Field{"duration", "ms", stimulus_values::whole_run, "length"},
        };
        return rows;
    }
    StimulusTarget target() const override { return StimulusTarget::current; }
    std::size_t bytes(std::size_t) const override { return 0; }

    std::unique_ptr<Stimulus> make(const StimulusSettings& settings, double, const StimulatedNeurons& who,
                                   std::pmr::memory_resource*) const override {
        const auto window =
            stimulus_values::window(TimeGrid(settings.dt), stimulus_values::single(settings, "delay"),
                                    stimulus_values::single(settings, "duration"), settings.steps);
        const double start = stimulus_values::single(settings, "amp_start");
        const double end = stimulus_values::single(settings, "amp_end");
        return std::make_unique<Ramp>(window, start, end == same_as_start ? start : end, who.neurons);
    }

    static constexpr double same_as_start = std::numeric_limits<double>::infinity();
};

}  // namespace

const StimulusModel& stimulus_model_linear() {
    static const Linear model;
    return model;
}

}  // namespace simdrive
