// A neuron that repeats every spike it receives, at the step of its arrival. Weights are ignored, as in
// NEST's parrot_neuron: a spike that arrives on two synapses is repeated twice. With receptor type 1 a spike
// is taken in and not repeated.
#include <simdrive/neuron_block.hpp>

namespace simdrive {
namespace {

struct Parrot {
    struct Parameters {
        double unused;
    };
    struct Constants {
        double unused;
    };
    struct State {
        double unused;
    };

    static constexpr std::size_t ports = 2;
    static constexpr std::string_view summary = "repeats every spike that it receives";
    static constexpr std::array<MemberField<Parameters>, 0> parameters{};
    static constexpr std::array<Field, 0> recordables{};

    static SynapticInput input(double, std::int32_t receptor) {
        require(receptor == 0 || receptor == 1,
                "parrot_neuron has receptor types 0 (repeated) and 1 (ignored)");
        return {receptor == 0 ? 0U : 1U, 1.0};
    }
    static Constants prepare(const Parameters&, double) { return {0}; }
    static State start(const Parameters&) { return {0}; }
    static double step(const Constants&, State&, const std::array<double, ports>& in, double) {
        return in[0];
    }
    static std::array<double, 0> record(const Constants&, const State&) { return {}; }
};

}  // namespace

const NeuronModel& neuron_model_parrot_neuron() {
    static const NeuronModelOf<Parrot> model;
    return model;
}

}  // namespace simdrive
