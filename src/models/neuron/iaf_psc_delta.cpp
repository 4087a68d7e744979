// Leaky integrate-and-fire neuron with delta-shaped postsynaptic currents, integrated exactly in the order of
// operations of NEST's iaf_psc_delta:
//
//     dV/dt = −(V − E_L)/tau_m + (I_e + I)/C_m,   V jumps by w (mV) when a spike of weight w arrives
//
// At V ≥ V_th the neuron spikes, and V is held at V_reset for t_ref. Input during that time is lost, or, with
// refractory_input = 1, kept and applied at its end, decayed by exp(−rest/tau_m). V never falls below V_min.
#include <simdrive/neuron_block.hpp>

#include <limits>

#include "models/refractory.hpp"

namespace simdrive {
namespace {

/// `Keeps`: neurons may have refractory_input = 1, which costs a call of exp and with it the vector code.
template <bool Keeps>
struct IafPscDelta {
    struct Parameters {
        double C_m, tau_m, t_ref, E_L, V_th, V_reset, V_min, I_e, refractory_input, V_m;
    };
    struct Constants {
        double P33, P30, I_e, theta, reset, lowest, refractory, E_L, keeps_input, decay_per_step;
    };
    struct State {
        double V, kept, refractory;  // V relative to E_L; kept: input that arrived in the refractory time
    };

    static constexpr std::size_t ports = 1;
    static constexpr std::string_view summary =
        "leaky integrate-and-fire, delta-shaped postsynaptic currents, exact integration";
    static constexpr std::array parameters{
        constant(&Parameters::C_m, "C_m", "pF", 250.0, "capacitance of the membrane"),
        constant(&Parameters::tau_m, "tau_m", "ms", 10.0, "membrane time constant"),
        constant(&Parameters::t_ref, "t_ref", "ms", 2.0, "refractory time"),
        constant(&Parameters::E_L, "E_L", "mV", -70.0, "resting potential"),
        constant(&Parameters::V_th, "V_th", "mV", -55.0, "threshold"),
        constant(&Parameters::V_reset, "V_reset", "mV", -70.0, "potential after a spike"),
        constant(&Parameters::V_min, "V_min", "mV", -std::numeric_limits<double>::max(), "lowest potential"),
        constant(&Parameters::I_e, "I_e", "pA", 0.0, "constant current"),
        constant(&Parameters::refractory_input, "refractory_input", "", 0.0,
                 "1: input in the refractory time is kept for its end; 0: it is lost"),
        initial(&Parameters::V_m, "V_m", "mV", -70.0, "membrane potential at t = 0"),
    };
    static constexpr std::array recordables{
        Field{"V_m", "mV", 0, "membrane potential", FieldKind::recorded},
    };

    static SynapticInput input(double weight, std::int32_t receptor) {
        require(receptor == 0, "this model has no receptor types; expected 0");
        return {0, weight};
    }

    static Constants prepare(const Parameters& p, double dt) {
        require(p.C_m > 0, "C_m must be positive");
        require(p.tau_m > 0, "tau_m must be positive");
        require(p.V_reset < p.V_th, "V_reset must be below V_th");
        const double P33 = std::exp(-dt / p.tau_m);
        return {P33,
                1 / p.C_m * (1 - P33) * p.tau_m,
                p.I_e,
                p.V_th - p.E_L,
                p.V_reset - p.E_L,
                p.V_min - p.E_L,
                refractory_steps(p.t_ref, dt),
                p.E_L,
                p.refractory_input != 0 ? 1.0 : 0.0,
                -dt / p.tau_m};
    }

    static State start(const Parameters& p) { return {p.V_m - p.E_L, 0, 0}; }

    static double step(const Constants& c, State& s, const std::array<double, ports>& in, double current) {
        const bool free = s.refractory == 0;
        double V = c.P30 * (current + c.I_e) + c.P33 * s.V + in[0];
        if constexpr (Keeps) {
            V += s.kept;
            const bool keeps = !free && c.keeps_input != 0 && in[0] != 0;
            const double kept = keeps ? s.kept + in[0] * std::exp(s.refractory * c.decay_per_step) : s.kept;
            s.kept = free ? 0.0 : kept;
        }
        V = V < c.lowest ? c.lowest : V;
        s.V = free ? V : s.V;
        s.refractory = free ? 0.0 : s.refractory - 1;
        return spike_at_threshold(c, s);
    }

    static std::array<double, recordables.size()> record(const Constants& c, const State& s) {
        return {s.V + c.E_L};
    }
};

class Model final : public NeuronModelOf<IafPscDelta<true>> {
    std::unique_ptr<NeuronBlock> make_block(std::size_t neurons, const ParameterColumns& values, double dt,
                                            std::pmr::memory_resource* resource) const override {
        const auto& all = parameters();
        const auto which = std::find_if(all.begin(), all.end(),
                                        [](const Field& field) { return field.name == "refractory_input"; });
        const auto& keeps = values[static_cast<std::size_t>(which - all.begin())];
        if (std::any_of(keeps.begin(), keeps.end(), [](double value) { return value != 0; }))
            return NeuronModelOf::make_block(neurons, values, dt, resource);
        return NeuronModelOf<IafPscDelta<false>>().make_block(neurons, values, dt, resource);
    }
};

}  // namespace

const NeuronModel& neuron_model_iaf_psc_delta() {
    static const Model model;
    return model;
}

}  // namespace simdrive
