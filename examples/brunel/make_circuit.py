#!/usr/bin/env python3
"""The sparse random network of Brunel (2000), as in NEST's examples: see README.md."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import generator

CONNECTIVITY = 0.1  # share of a population that a neuron hears
J = 0.1  # mV, potential of one excitatory spike
DELAY = 1.5  # ms
TAU_SYN = 0.5  # ms
NEURON = {"C_m": 250.0, "tau_m": 20.0, "t_ref": 2.0, "E_L": 0.0, "V_th": 20.0, "V_reset": 0.0, "V_m": 0.0}


def main():
    parser = generator.options(__doc__, tstop=1000.0)
    parser.add_argument("--order", type=int, default=2500, help="4 × order excitatory, order inhibitory neurons")
    parser.add_argument("--model", choices=("alpha", "delta"), default="alpha", help="shape of a synaptic input")
    parser.add_argument("--g", type=float, default=5.0, help="inhibitory over excitatory weight")
    parser.add_argument("--eta", type=float, default=2.0, help="external input, in units of what reaches the threshold")
    options = parser.parse_args()
    sizes = {"E": 4 * options.order, "I": options.order}

    if options.model == "alpha":
        shape = NEURON["tau_m"], TAU_SYN, NEURON["C_m"]
        parameters = NEURON | {"tau_syn_ex": TAU_SYN, "tau_syn_in": TAU_SYN}
        weight = J / generator.peak_of_alpha(*shape)
        held = weight * generator.held_by_alpha(*shape)
    else:
        parameters = NEURON
        weight = J
        held = weight * NEURON["tau_m"]
    generator.write_balanced(options, sizes, (f"iaf_psc_{options.model}", parameters),
                             indegrees={name: int(CONNECTIVITY * size) for name, size in sizes.items()},
                             weights={"E": weight, "I": -options.g * weight}, delay=DELAY,
                             rate=1e3 * options.eta * NEURON["V_th"] / held)


if __name__ == "__main__":
    main()
