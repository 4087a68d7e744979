#!/usr/bin/env python3
"""The balanced random network of NEST's hpc_benchmark, with static synapses: see README.md."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import generator

SIZES = {"E": 9000, "I": 2250}  # at scale 1, and the in-degrees at any scale
J = 0.14  # mV, potential of one excitatory spike
G = -5.0  # inhibitory over excitatory weight
ETA = 1.685  # external input, in units of what reaches the threshold
DELAY = 1.5  # ms
TAU_SYN = 0.32582722403722841  # ms: the potential peaks after 1.700759 ms
NEURON = {"C_m": 250.0, "tau_m": 10.0, "t_ref": 0.5, "tau_syn_ex": TAU_SYN, "tau_syn_in": TAU_SYN,
          "E_L": 0.0, "V_th": 20.0, "V_reset": 0.0, "V_m": {"normal": {"mean": 5.7, "std": 7.2}}}


def main():
    parser = generator.options(__doc__, tstop=1000.0)
    parser.add_argument("--scale", type=float, default=1.0, help="11 250 neurons times that, each with 11 250 inputs")
    options = parser.parse_args()
    shape = NEURON["tau_m"], TAU_SYN, NEURON["C_m"]
    weight = J / generator.peak_of_alpha(*shape)
    generator.write_balanced(options, {name: int(size * options.scale) for name, size in SIZES.items()},
                             ("iaf_psc_alpha", NEURON), indegrees=SIZES,
                             weights={"E": weight, "I": G * weight}, delay=DELAY,
                             rate=1e3 * ETA * NEURON["V_th"] / (weight * generator.held_by_alpha(*shape)),
                             allow_autapses=False)


if __name__ == "__main__":
    main()
