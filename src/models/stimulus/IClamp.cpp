// BMTK's current clamp: one or more rectangular pulses of current into every neuron of the node set. `amp` is
// in pA, as BMTK's PointNet hands it to NEST; each pulse begins one step after its `delay`, since PointNet
// connects the generator with a delay of dt. A later pulse replaces an earlier one that still lasts.
#include <simdrive/stimulus_model.hpp>

#include <cmath>
#include <stdexcept>

#include "base/time_grid.hpp"
#include "models/stimulus_values.hpp"

namespace simdrive {
namespace {

struct Pulse {
    Step first;
    Step past;
    double amplitude;  // pA
};

class PulseTrain final : public Stimulus {
  public:
    PulseTrain(std::vector<Pulse> pulses, std::span<const std::uint32_t> neurons)
        : pulses_(std::move(pulses)), neurons_(neurons) {}

    void add(Step k, NeuronRange part, double* out) override {
        double amplitude = 0;
        for (const Pulse& pulse : pulses_) {
            if (pulse.first <= k && k < pulse.past) amplitude = pulse.amplitude;
        }
        if (amplitude != 0) stimulus_values::add_to_all(neurons_, part, amplitude, out);
    }

  private:
    std::vector<Pulse> pulses_;
    std::span<const std::uint32_t> neurons_;
};

class IClamp final : public StimulusModel {
    std::string_view summary() const override {
        return "rectangular pulses of current (BMTK; amplitudes in pA)";
    }
    std::span<const Field> fields() const override {
        static constexpr std::array rows{
            Field{"amp", "pA", stimulus_values::required, "amplitude of each pulse"},
            Field{"delay", "ms", 0.0, "onset of each pulse"},
            Field{"duration", "ms", stimulus_values::whole_run, "length of each pulse"},
        };
        return rows;
    }
    StimulusTarget target() const override { return StimulusTarget::current; }
    std::size_t bytes(std::size_t) const override { return 0; }

    std::unique_ptr<Stimulus> make(const StimulusSettings& settings, double, const StimulatedNeurons& who,
                                   std::pmr::memory_resource*) const override {
        const TimeGrid grid(settings.dt);
        const auto& amplitudes = settings.values.at("amp");
        std::vector<Pulse> pulses;
        for (std::size_t i = 0; i < amplitudes.size(); ++i) {
            const double delay = stimulus_values::nth(settings, "delay", i);
            const double duration = stimulus_values::nth(settings, "duration", i);
            const auto window = stimulus_values::window(grid, delay, duration, settings.steps);
            pulses.push_back({window.first + 1, window.past + 1, amplitudes[i]});
        }
        return std::make_unique<PulseTrain>(std::move(pulses), who.neurons);
    }
};

}  // namespace

const StimulusModel& stimulus_model_IClamp() {
    static const IClamp model;
    return model;
}

}  // namespace simdrive
