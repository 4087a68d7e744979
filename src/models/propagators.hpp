#pragma once

#include <cmath>

/// Exact integration of linear point neurons over a step (Rotter & Diesmann 1999), in forms that stay
/// accurate where the membrane and synaptic time constants are close. Times in ms, capacitance in pF.
namespace simdrive::propagators {

/// Voltage after h per unit of an exponentially decaying current at the start of the step.
inline double voltage_of_exponential(double h, double tau_m, double tau_syn, double C_m) {
    if (tau_m == tau_syn) return h / C_m * std::exp(-h / tau_m);
    const double beta = tau_syn * tau_m / (tau_m - tau_syn);
    return beta / C_m * std::exp(-h / tau_syn) * std::expm1(h / beta);
}

/// Voltage after h per unit of the derivative variable of an alpha-shaped current at the start of the step.
inline double voltage_of_alpha(double h, double tau_m, double tau_syn, double C_m) {
    const double inverse_beta = (tau_m - tau_syn) / (tau_syn * tau_m);
    const double x = h * inverse_beta;
    if (std::abs(x) < 1e-4) {  // β(e^x − 1) − h loses all figures; its series in x does not
        return h * h / C_m * std::exp(-h / tau_syn) * (0.5 + x / 6 + x * x / 24);
    }
    const double beta = 1 / inverse_beta;
    return beta / C_m * std::exp(-h / tau_syn) * (beta * std::expm1(x) - h);
}

/// Voltage after h per unit of a constant current.
inline double voltage_of_constant(double h, double tau_m, double C_m) {
    return -tau_m / C_m * std::expm1(-h / tau_m);
}

}  // namespace simdrive::propagators
