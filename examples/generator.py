"""What the generators of example circuits share: options, the shape of a configuration, weights from potentials."""
import argparse
import json
import math
import pathlib


def options(description, tstop):
    """The options that all generators have; each adds its own."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, default="circuit", metavar="DIR", help="folder to write into")
    parser.add_argument("--seed", type=int, default=1234, help="of everything that is drawn")
    parser.add_argument("--tstop", type=float, default=tstop, help="simulated time (ms)")
    parser.add_argument("--dt", type=float, default=0.1, help="time step (ms)")
    return parser


def neurons(size, model, parameters):
    return {"size": size, "model_type": "point_neuron", "model_template": f"nest:{model}", "dynamics_params": parameters}


def synapses(source, target, rule, weight, delay):
    return {"source": source, "target": target, "rule": rule, "model_template": "static_synapse",
            "syn_weight": weight, "delay": delay}


def poisson(node_set, rate, weight):
    return {"input_type": "spikes", "module": "poisson", "node_set": node_set, "rate": rate, "weight": weight}


def write(options, nodes, edges, inputs):
    """Writes circuit_config.json and simulation_config.json; dictionaries of entries by name."""
    options.output.mkdir(parents=True, exist_ok=True)
    circuit = {"networks": {"nodes": [{"populations": nodes}], "edges": [{"populations": edges}]}}
    simulation = {"network": "circuit_config.json",
                  "run": {"tstop": options.tstop, "dt": options.dt, "random_seed": options.seed},
                  "inputs": inputs,
                  "output": {"output_dir": "output", "spikes_file": "spikes.h5"}}
    for name, content in (("circuit_config.json", circuit), ("simulation_config.json", simulation)):
        (options.output / name).write_text(json.dumps(content, indent=2) + "\n")
    print(f"{options.output}: {sum(n['size'] for n in nodes.values())} neurons, {len(edges)} projections")


def write_balanced(options, sizes, neuron, indegrees, weights, delay, rate, allow_autapses=True):
    """Writes a random network in which every neuron has as many inputs from each population, and a background of excitatory
    spikes at `rate` (Hz)."""
    nodes = {name: neurons(size, *neuron) for name, size in sizes.items()}
    edges = {}
    for target in sizes:
        for source in sizes:
            rule = {"fixed_indegree": {"indegree": indegrees[source], "allow_autapses": allow_autapses}}
            edges[f"{source}_{target}"] = synapses(source, target, rule, weights[source], delay)
    write(options, nodes, edges, {f"background_{name}": poisson(name, rate, weights["E"]) for name in sizes})


def peak_of_exponential(tau_m, tau_syn, C_m):
    """Peak of the potential (mV) after an exponential current that starts at 1 pA."""
    time = math.log(tau_m / tau_syn) * tau_m * tau_syn / (tau_m - tau_syn)
    return (math.exp(-time / tau_m) - math.exp(-time / tau_syn)) * tau_m * tau_syn / (tau_m - tau_syn) / C_m


def peak_of_alpha(tau_m, tau_syn, C_m):
    """Peak of the potential (mV) after an alpha-shaped current with a peak of 1 pA."""
    b = 1 / tau_syn - 1 / tau_m

    def potential(t):
        rise = (math.exp(-t / tau_m) - math.exp(-t / tau_syn)) / b - t * math.exp(-t / tau_syn)
        return math.e / (tau_syn * C_m * b) * rise

    low, high = 0.0, 10 * (tau_m + tau_syn)  # the potential has one peak in between
    for _ in range(200):
        third = (high - low) / 3
        if potential(low + third) < potential(high - third):
            low += third
        else:
            high -= third
    return potential(low)


def held_by_alpha(tau_m, tau_syn, C_m):
    """Mean potential (mV) under alpha-shaped currents with peaks of 1 pA, of which one a millisecond arrives."""
    return math.e * tau_syn * tau_m / C_m
