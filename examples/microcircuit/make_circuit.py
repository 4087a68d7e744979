#!/usr/bin/env python3
"""The cortical microcircuit of Potjans & Diesmann (2014), as in NEST's example: see README.md."""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import generator

# name: size, external in-degree, mean and standard deviation of V_m at the start (mV), rate at full scale (Hz)
POPULATIONS = {
    "L23E": (20683, 1600, -68.28, 5.36, 0.903),
    "L23I": (5834, 1500, -63.16, 4.57, 2.965),
    "L4E": (21915, 2100, -63.33, 4.74, 4.414),
    "L4I": (5479, 1900, -63.45, 4.94, 5.876),
    "L5E": (4850, 2000, -63.11, 4.94, 7.569),
    "L5I": (1065, 1900, -61.66, 4.55, 8.633),
    "L6E": (14395, 2900, -66.72, 5.46, 1.105),
    "L6I": (2948, 2100, -61.43, 4.48, 7.829),
}
RATES = {name: row[4] for name, row in POPULATIONS.items()}

# From the population of a column to that of a row, both in the order above.
PROBABILITIES = (
    (0.1009, 0.1689, 0.0437, 0.0818, 0.0323, 0.0000, 0.0076, 0.0000),
    (0.1346, 0.1371, 0.0316, 0.0515, 0.0755, 0.0000, 0.0042, 0.0000),
    (0.0077, 0.0059, 0.0497, 0.1350, 0.0067, 0.0003, 0.0453, 0.0000),
    (0.0691, 0.0029, 0.0794, 0.1597, 0.0033, 0.0000, 0.1057, 0.0000),
    (0.1004, 0.0622, 0.0505, 0.0057, 0.0831, 0.3726, 0.0204, 0.0000),
    (0.0548, 0.0269, 0.0257, 0.0022, 0.0600, 0.3158, 0.0086, 0.0000),
    (0.0156, 0.0066, 0.0211, 0.0166, 0.0572, 0.0197, 0.0396, 0.2252),
    (0.0364, 0.0010, 0.0034, 0.0005, 0.0277, 0.0080, 0.0658, 0.1443),
)

NEURON = {"C_m": 250.0, "tau_m": 10.0, "t_ref": 2.0, "tau_syn_ex": 0.5, "tau_syn_in": 0.5,
          "E_L": -65.0, "V_th": -50.0, "V_reset": -65.0}
TAU_SYN = NEURON["tau_syn_ex"]
WEIGHT = 0.15 / generator.peak_of_exponential(NEURON["tau_m"], TAU_SYN, NEURON["C_m"])  # pA, for a potential of 0.15 mV
G = -4.0  # inhibitory over excitatory weight
WEIGHT_SPREAD = 0.1  # standard deviation over mean
DELAYS = {"E": 1.5, "I": 0.75}  # ms, by the source
DELAY_SPREAD = 0.5
MOST_SPREADS = 5  # longer delays, one of 3 million, are drawn again: the input buffers must hold the longest
EXTERNAL_RATE = 8.0  # Hz, of each external input


def mean_weight(source, target):
    """pA, at full scale."""
    if source.endswith("I"):
        return G * WEIGHT
    return 2 * WEIGHT if (source, target) == ("L4E", "L23E") else WEIGHT


def full_counts():
    """{(source, target): synapses at full scale}, of those projections that have any."""
    counts = {}
    for target, row in zip(POPULATIONS, PROBABILITIES):
        for source, p in zip(POPULATIONS, row):
            pairs = POPULATIONS[source][0] * POPULATIONS[target][0]
            if p > 0:
                counts[source, target] = math.log1p(-p) / math.log1p(-1 / pairs)
    return counts


def constant_current(target, counts, drive, k_scaling):
    """pA. What a drive without noise gives, and what keeps the mean input where in-degrees shrink by k and weights
    grow by 1/sqrt(k), so that the input's variance is kept."""
    size, inputs = POPULATIONS[target][:2]
    external = inputs * EXTERNAL_RATE * WEIGHT
    recurrent = sum(count / size * RATES[source] * mean_weight(source, target)
                    for (source, to), count in counts.items() if to == target)
    missing = 1 - math.sqrt(k_scaling)
    total = missing * recurrent + (external if drive == "dc" else missing * external)
    return 1e-3 * TAU_SYN * total


def main():
    parser = generator.options(__doc__, tstop=1000.0)
    parser.add_argument("--n-scaling", type=float, default=1.0, help="share of the neurons")
    parser.add_argument("--k-scaling", type=float, default=1.0, help="share of the inputs of each neuron")
    parser.add_argument("--drive", choices=("poisson", "dc"), default="poisson", help="the background input")
    options = parser.parse_args()
    n, k = options.n_scaling, options.k_scaling
    counts = full_counts()
    growth = 1 / math.sqrt(k)

    nodes, inputs = {}, {}
    for name, (size, external, mean, std, _) in POPULATIONS.items():
        current = constant_current(name, counts, options.drive, k)
        start = {"normal": {"mean": mean, "std": std}}
        nodes[name] = generator.neurons(round(size * n), "iaf_psc_exp", NEURON | {"I_e": current, "V_m": start})
        if options.drive == "poisson":
            inputs[f"background_{name}"] = generator.poisson(name, EXTERNAL_RATE * round(external * k), WEIGHT * growth)
    edges = {}
    for (source, target), count in counts.items():
        weight, delay = mean_weight(source, target) * growth, DELAYS[source[-1]]
        edges[f"{source}_{target}"] = generator.synapses(
            source, target, {"fixed_total_number": {"count": round(count * n * k)}},
            {"normal": {"mean": weight, "std": WEIGHT_SPREAD * abs(weight), ("min" if weight > 0 else "max"): 0.0}},
            {"normal": {"mean": delay, "std": DELAY_SPREAD * delay, "min": options.dt,
                        "max": delay * (1 + MOST_SPREADS * DELAY_SPREAD)}})
    generator.write(options, nodes, edges, inputs)


if __name__ == "__main__":
    main()
