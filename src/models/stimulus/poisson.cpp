// A Poisson process of its own for every neuron of the node set: `rate` events per second, each of `weight`
// in the unit of the neuron's model (pA, mV, …). What a neuron receives depends on the run's seed, the
// stimulus's name, its gid and the step, and on nothing else.
#include <simdrive/instruction_set.hpp>
#include <simdrive/stimulus_model.hpp>

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "base/random.hpp"
#include "models/poisson_table.hpp"
#include "models/stimulus_values.hpp"

namespace simdrive {
namespace {

constexpr double ms_per_s = 1000;
constexpr std::uint32_t steps_at_once = 8;  // one block of Philox gives the upper halves of as many draws
constexpr std::uint64_t lower_halves = std::uint64_t{1} << 55;  // where the others lie, far behind them

class Poisson final : public Stimulus {
  public:
    Poisson(const StimulusSettings& settings, stimulus_values::Window window, double mean, double weight,
            const StimulatedNeurons& who, std::pmr::memory_resource* resource)
        : stream_(settings.seed, Purpose::stimulus, settings.key),
          table_(mean),
          packs_(table_.parts() * table_.largest() <= largest_packed),
          window_(window),
          weight_(weight),
          who_(who),
          counts_(who.neurons.size(), 0, resource) {}

    void add(Step k, NeuronRange part, double* out) override {
        if (k < window_.first || k >= window_.past) return;
        const auto driven = stimulus_values::driven(who_.neurons, part);
        const auto step = static_cast<std::uint32_t>(k % steps_at_once);
        if (!packs_ || step == 0 || k == window_.first) draw(k / steps_at_once, step, driven);
        const std::uint32_t shift = packs_ ? 8 * step : 0;
        const std::uint64_t mask = packs_ ? largest_packed : ~std::uint64_t{0};
        if (stimulus_values::consecutive(who_.neurons, driven)) {
            add_to_consecutive(driven, shift, mask, out);
        } else {
            for (std::size_t i = driven.first; i < driven.past; ++i)
                out[who_.neurons[i]] += weight_ * as_double(counts_[i] >> shift & mask);
        }
    }

  private:
    static constexpr std::size_t neurons_at_once = 128;
    static constexpr std::size_t draws_at_once = neurons_at_once * steps_at_once;
    static constexpr std::uint64_t largest_packed = 255;
    using Numbers = std::array<std::uint16_t, draws_at_once>;  // by neuron, then step

    /// Numbers below 2^52, as all instruction sets can: the bits of 2^52 + n hold n.
    static double as_double(std::uint64_t n) {
        return std::bit_cast<double>(n | std::bit_cast<std::uint64_t>(0x1p52)) - 0x1p52;
    }

    void draw(Step group, std::uint32_t step, NeuronRange driven) {
        const std::uint64_t parts = table_.parts();
        for (std::size_t first = driven.first; first < driven.past; first += neurons_at_once) {
            const std::size_t count = std::min(neurons_at_once, driven.past - first);
            Numbers numbers{};
            std::fill_n(&counts_[first], count, 0);
            for (std::uint64_t part = 0; part < parts; ++part) {
                add_part(static_cast<std::uint64_t>(group) * parts + part, first, count, numbers);
                if (packs_) continue;
                for (std::size_t i = 0; i < count; ++i)
                    counts_[first + i] += numbers[i * steps_at_once + step];
                numbers.fill(0);
            }
            if (packs_) pack(numbers, count, &counts_[first]);
        }
    }

    /// Adds the draws of one part and eight steps, of neurons first … first + count − 1.
    void add_part(std::uint64_t position, std::size_t first, std::size_t count, Numbers& numbers) const {
        const auto gids = who_.gids.subspan(first, count);
        Numbers upper;
        std::array<std::uint16_t, draws_at_once> undecided;
        const auto drawn = std::span(upper).first(count * steps_at_once);
        stream_.halves(gids, position, drawn);
        const std::size_t found = table_.add(drawn, numbers.data(), undecided.data());
        for (std::size_t i = 0; i < found; ++i) {
            const std::size_t at = undecided[i];
            const auto lower = stream_.halves(gids[at / steps_at_once], position + lower_halves);
            const std::uint32_t bits = std::uint32_t{upper[at]} << 16 | lower[at % steps_at_once];
            numbers[at] = static_cast<std::uint16_t>(numbers[at] + table_.draw(bits));
        }
    }

    static void pack(const Numbers& numbers, std::size_t count, std::uint64_t* packed) {
        static_assert(std::endian::native == std::endian::little, "the first step's byte is the lowest");
        std::array<std::uint8_t, draws_at_once> bytes;
        with_instructions([from = numbers.data(), to = bytes.data()](auto) {
            for (std::size_t i = 0; i < draws_at_once; ++i) to[i] = static_cast<std::uint8_t>(from[i]);
        });
        std::memcpy(packed, bytes.data(), count * sizeof *packed);
    }

    void add_to_consecutive(NeuronRange driven, std::uint32_t shift, std::uint64_t mask, double* out) const {
        const std::size_t count = driven.size();
        if (count == 0) return;
        with_instructions([count, shift, mask, weight = weight_, from = &counts_[driven.first],
                           to = &out[who_.neurons[driven.first]]](auto) {
            for (std::size_t i = 0; i < count; ++i) to[i] += weight * as_double(from[i] >> shift & mask);
        });
    }

    RandomStream stream_;
    PoissonTable table_;
    bool packs_;
    stimulus_values::Window window_;
    double weight_;
    StimulatedNeurons who_;
    /// The numbers of events in eight steps, a byte each, the first in the lowest. Where they might not fit
    /// (means above about 50), that of the present step alone, drawn anew in each.
    std::pmr::vector<std::uint64_t> counts_;
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
    std::size_t bytes(std::size_t neurons) const override { return neurons * sizeof(std::uint64_t); }

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
