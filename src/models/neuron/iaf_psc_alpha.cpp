// Leaky integrate-and-fire neuron with alpha-shaped postsynaptic currents, integrated exactly (Rotter &
// Diesmann 1999) in the order of operations of NEST's iaf_psc_alpha:
//
//     dV/dt = −(V − E_L)/tau_m + (I_syn_ex + I_syn_in + I_e + I)/C_m,   I_syn(t) = w · (e t/tau_syn)
//     exp(−t/tau_syn)
//
// A weight w (pA) that arrives at step k starts a current that peaks at w after tau_syn; positive weights are
// excitatory. At V ≥ V_th the neuron spikes, and V is held at V_reset for t_ref. V never falls below V_min.
#include <simdrive/neuron_block.hpp>

#include <limits>
#include <numbers>

#include "models/propagators.hpp"
#include "models/refractory.hpp"

namespace simdrive {
namespace {

struct IafPscAlpha {
    struct Parameters {
        double C_m, tau_m, t_ref, tau_syn_ex, tau_syn_in, E_L, V_th, V_reset, V_min, I_e, V_m;
    };
    struct Constants {
        double expm1_tau_m, P30, P31_ex, P32_ex, P31_in, P32_in, P11_ex, P21_ex, P11_in, P21_in;
        double rise_ex, rise_in, I_e, theta, reset, lowest, refractory, E_L;
    };
    struct State {
        double V, dI_ex, I_ex, dI_in, I_in, refractory;  // V relative to E_L
    };

    static constexpr std::size_t ports = 2;
    static constexpr std::string_view summary =
        "leaky integrate-and-fire, alpha-shaped postsynaptic currents, exact integration";
    static constexpr std::array parameters{
        constant(&Parameters::C_m, "C_m", "pF", 250.0, "capacitance of the membrane"),
        constant(&Parameters::tau_m, "tau_m", "ms", 10.0, "membrane time constant"),
        constant(&Parameters::t_ref, "t_ref", "ms", 2.0, "refractory time"),
        constant(&Parameters::tau_syn_ex, "tau_syn_ex", "ms", 2.0, "rise time of excitatory currents"),
        constant(&Parameters::tau_syn_in, "tau_syn_in", "ms", 2.0, "rise time of inhibitory currents"),
        constant(&Parameters::E_L, "E_L", "mV", -70.0, "resting potential"),
        constant(&Parameters::V_th, "V_th", "mV", -55.0, "threshold"),
        constant(&Parameters::V_reset, "V_reset", "mV", -70.0, "potential after a spike"),
        constant(&Parameters::V_min, "V_min", "mV", -std::numeric_limits<double>::infinity(),
                 "lowest potential"),
        constant(&Parameters::I_e, "I_e", "pA", 0.0, "constant current"),
        initial(&Parameters::V_m, "V_m", "mV", -70.0, "membrane potential at t = 0"),
    };
    static constexpr std::array recordables{
        Field{"V_m", "mV", 0, "membrane potential", FieldKind::recorded},
        Field{"I_syn_ex", "pA", 0, "excitatory current", FieldKind::recorded},
        Field{"I_syn_in", "pA", 0, "inhibitory current", FieldKind::recorded},
    };

    static SynapticInput input(double weight, std::int32_t receptor) {
        return input_by_sign(weight, receptor);
    }

    static Constants prepare(const Parameters& p, double dt) {
        require(p.C_m > 0, "C_m must be positive");
        require(p.tau_m > 0 && p.tau_syn_ex > 0 && p.tau_syn_in > 0,
                "tau_m, tau_syn_ex, tau_syn_in must be positive");
        require(p.V_reset < p.V_th, "V_reset must be below V_th");
        require(p.V_reset >= p.V_min, "V_reset must not be below V_min");
        const double P11_ex = std::exp(-dt / p.tau_syn_ex);
        const double P11_in = std::exp(-dt / p.tau_syn_in);
        return {std::expm1(-dt / p.tau_m),
                propagators::voltage_of_constant(dt, p.tau_m, p.C_m),
                propagators::voltage_of_alpha(dt, p.tau_m, p.tau_syn_ex, p.C_m),
                propagators::voltage_of_exponential(dt, p.tau_m, p.tau_syn_ex, p.C_m),
                propagators::voltage_of_alpha(dt, p.tau_m, p.tau_syn_in, p.C_m),
                propagators::voltage_of_exponential(dt, p.tau_m, p.tau_syn_in, p.C_m),
                P11_ex,
                dt * P11_ex,
                P11_in,
                dt * P11_in,
                std::numbers::e / p.tau_syn_ex,
                std::numbers::e / p.tau_syn_in,
                p.I_e,
                p.V_th - p.E_L,
                p.V_reset - p.E_L,
                p.V_min - p.E_L,
                refractory_steps(p.t_ref, dt),
                p.E_L};
    }

    static State start(const Parameters& p) { return {p.V_m - p.E_L, 0, 0, 0, 0, 0}; }

    static double step(const Constants& c, State& s, const std::array<double, ports>& in, double current) {
        const bool free = s.refractory == 0;
        double V = c.P30 * (current + c.I_e) + c.P31_ex * s.dI_ex + c.P32_ex * s.I_ex + c.P31_in * s.dI_in +
                   c.P32_in * s.I_in + c.expm1_tau_m * s.V + s.V;
        V = V < c.lowest ? c.lowest : V;
        s.V = free ? V : s.V;
        s.refractory = free ? 0.0 : s.refractory - 1;
        s.I_ex = c.P21_ex * s.dI_ex + c.P11_ex * s.I_ex;
        s.dI_ex = s.dI_ex * c.P11_ex + c.rise_ex * in[0];
        s.I_in = c.P21_in * s.dI_in + c.P11_in * s.I_in;
        s.dI_in = s.dI_in * c.P11_in + c.rise_in * in[1];
        return spike_at_threshold(c, s);
    }

    static std::array<double, recordables.size()> record(const Constants& c, const State& s) {
        return {s.V + c.E_L, s.I_ex, s.I_in};
    }
};

}  // namespace

const NeuronModel& neuron_model_iaf_psc_alpha() {
    static const NeuronModelOf<IafPscAlpha> model;
    return model;
}

}  // namespace simdrive
