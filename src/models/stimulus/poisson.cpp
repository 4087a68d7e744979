// A Poisson process of its own for every neuron of the node set: `rate` events per second, each of `weight`
// in the unit of the neuron's model (pA, mV, …). What a neuron receives depends on the run's seed, the
// stimulus's name, its gid and the step, and on nothing else.
#include <simdrive/stimulus_model.hpp>

#include <array>
#include <vector>

#include "base/random.hpp"
#include "models/poisson_table.hpp"
#include "models/stimulus_values.hpp"

namespace simdrive {
namespace {

constexpr double ms_per_s = 1000;
constexpr Step steps_at_once = 4;  // one block of Philox gives four words: the draws of four steps

class Poisson final : public Stimulus {
  public:
    Poisson(const StimulusSettings& settings, stimulus_values::Window window, double mean, double weight,
            const StimulatedNeurons& who, std::pmr::memory_resource* resource)
        : stream_(settings.seed, Purpose::stimulus, settings.key),
          table_(mean),
          window_(window),
          weight_(weight),
          who_(who),
          counts_(who.neurons.size(), {}, resource) {}

    void add(Step k, NeuronRange part, double* out) override {
        if (k < window_.first || k >= window_.past) return;
        const auto driven = stimulus_values::driven(who_.neurons, part);
        const Step group = k / steps_at_once;
        const auto lane = static_cast<std::size_t>(k % steps_at_once);
        if (lane == 0 || k == window_.first) draw(group, driven);
        for (std::size_t i = driven.first; i < driven.past; ++i) {
            out[who_.neurons[i]] += weight_ * static_cast<double>(counts_[i][lane]);
        }
    }

  private:
    void draw(Step group, NeuronRange driven) {
        const std::uint64_t parts = table_.parts();
        for (std::size_t i = driven.first; i < driven.past; ++i) {
            counts_[i] = {};
            for (std::uint64_t part = 0; part < parts; ++part) {
                const auto words =
                    stream_.words(who_.gids[i], static_cast<std::uint64_t>(group) * parts + part);
                for (std::size_t lane = 0; lane < words.size(); ++lane)
                    counts_[i][lane] += table_.draw(words[lane]);
            }
        }
    }

    RandomStream stream_;
    PoissonTable table_;
    stimulus_values::Window window_;
    double weight_;
    StimulatedNeurons who_;
    std::pmr::vector<std::array<std::uint32_t, steps_at_once>> counts_;
};

class PoissonModel final : public StimulusModel {
    std::string_view summary() const override { return "a Poisson process of its own for every neuron"; }
    std::span<const Field> fields() const override {
        static constexpr std::array rows{
            Field{"rate", "Hz", stimulus_values::required, "events per second and neuron"},
            Field{"weight", "target's unit", stimulus_values::required, "weight of each event"},
            Field{"delay", "ms", 0.0, "onset"},
            Field{"duration", "ms", stimulus_values::whole_run, "length"},
        };
        return rows;
    }
    StimulusTarget target() const override { return StimulusTarget::events; }
    std::size_t bytes(std::size_t neurons) const override {
        return neurons * sizeof(std::array<std::uint32_t, steps_at_once>);
    }

    std::unique_ptr<Stimulus> make(const StimulusSettings& settings, double weight,
                                   const StimulatedNeurons& who,
                                   std::pmr::memory_resource* resource) const override {
        const double rate = stimulus_values::single(settings, "rate");
        const auto window =
            stimulus_values::window(TimeGrid(settings.dt), stimulus_values::single(settings, "delay"),
                                    stimulus_values::single(settings, "duration"), settings.steps);
        return std::make_unique<Poisson>(settings, window, rate / ms_per_s * settings.dt, weight, who,
                                         resource);
    }
};

}  // namespace

const StimulusModel& stimulus_model_poisson() {
    static const PoissonModel model;
    return model;
}

}  // namespace simdrive
