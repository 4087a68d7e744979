#!/usr/bin/env python3
"""Whole circuits, timed: builds each, runs it a few times, prints a table of medians and writes them as JSON.

    tests/bench/circuits.py [--simdrive=build/bin/simdrive] [--threads=2] [--ranks=1] [--repeats=3] [circuit …]

Circuits: those of CIRCUITS below; all by default but for the largest. Needs Python 3 alone. The figures:

    RTF              wall time of the simulation loop over model time; below 1 is faster than real time
    M ev/s/core      synaptic events a second and core, everything included
    ns/event         core-nanoseconds of delivery for each synaptic event
    ns/neuron-step   core-nanoseconds of stimuli and update for each neuron and step
    B/synapse        of the arenas, as requested; peak: resident peak of all ranks over the synapses
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL_MS = 1500.0

CIRCUITS = {
    "pd14_0.1_0.1": ["microcircuit", "--n-scaling=0.1", "--k-scaling=0.1"],
    "pd14_0.1_1": ["microcircuit", "--n-scaling=0.1", "--k-scaling=1"],
    "pd14_0.5_0.5": ["microcircuit", "--n-scaling=0.5", "--k-scaling=0.5"],
    "pd14_1_1": ["microcircuit"],
    "pd14_1_1_dc": ["microcircuit", "--drive=dc"],
    "brunel_alpha": ["brunel", "--model=alpha"],
    "brunel_delta": ["brunel", "--model=delta"],
    "hpc_0.25": ["hpc_benchmark", "--scale=0.25"],
    "hpc_0.5": ["hpc_benchmark", "--scale=0.5"],
}


def run(arguments, ranks, threads, folder):
    """The run summary of one run."""
    command = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
    if ranks > 1 and os.geteuid() == 0:
        command.append("--allow-run-as-root")
    if ranks > 1:
        command += ["--bind-to", "none"]
    command += [arguments.simdrive, "simulation_config.json", f"--threads={threads}", "--json", "-q",
                *arguments.option]
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def figures(summary):
    rates = summary["rates"]
    phases = {phase["phase"]: phase["largest_s"] for phase in summary["phases"] if "largest_s" in phase}
    # Phases are those of the main thread of the slowest rank.
    cores = rates["cores"]
    steps = rates["model_ms"] / summary["configuration"]["run"]["dt"]
    synapses = summary["circuit"]["synapses"]
    requested = sum(rank["requested"] for rank in summary["memory"]["ranks"])
    return {
        "neurons": rates["neurons"],
        "synapses": synapses,
        "mean_rate_hz": rates["mean_rate_hz"],
        "real_time_factor": rates["real_time_factor"],
        "events": rates["synaptic_events"],
        "events_per_second_and_core": rates["synaptic_events"] / rates["wall_s"] / cores,
        "ns_per_event": phases["deliver"] * cores / rates["synaptic_events"] * 1e9,
        "ns_per_neuron_step": phases["update"] * cores / (rates["neurons"] * steps) * 1e9,
        "bytes_per_synapse": requested / synapses,
        "peak_bytes_per_synapse": sum(summary["memory"]["resident_peak_bytes"]) / synapses,
        "build_seconds": phases["read and check"] + phases["allocate"] + phases["build"],
        "phases_seconds": phases,
    }


def spread(values):
    """Median, least and largest of each figure."""
    result = {}
    for key, first in values[0].items():
        if isinstance(first, dict):
            result[key] = spread([value[key] for value in values])
        else:
            column = [value[key] for value in values]
            result[key] = {"median": statistics.median(column), "least": min(column), "largest": max(column)}
    return result


COLUMNS = [
    ("neurons", "neurons", 1, "{:.0f}"),
    ("M synapses", "synapses", 1e-6, "{:.1f}"),
    ("rate Hz", "mean_rate_hz", 1, "{:.2f}"),
    ("RTF", "real_time_factor", 1, "{:.3f}"),
    ("M ev/s/core", "events_per_second_and_core", 1e-6, "{:.0f}"),
    ("ns/event", "ns_per_event", 1, "{:.2f}"),
    ("ns/neuron-step", "ns_per_neuron_step", 1, "{:.2f}"),
    ("B/synapse", "bytes_per_synapse", 1, "{:.2f}"),
    ("peak B/synapse", "peak_bytes_per_synapse", 1, "{:.2f}"),
    ("build s", "build_seconds", 1, "{:.2f}"),
]


def cell(result, key, factor, pattern):
    value = result[key]
    text = pattern.format(value["median"] * factor)
    if key in ("real_time_factor", "build_seconds"):
        text += " ({}–{})".format(pattern.format(value["least"] * factor),
                                  pattern.format(value["largest"] * factor))
    return text


def print_table(results):
    print("| circuit | " + " | ".join(head for head, *_ in COLUMNS) + " | update, deliver, wait, exchange % |")
    print("|---" * (len(COLUMNS) + 2) + "|")
    for name, result in results.items():
        cells = [cell(result, key, factor, pattern) for _, key, factor, pattern in COLUMNS]
        parts = [result["phases_seconds"][part]["median"]
                 for part in ("update", "deliver", "wait for threads", "exchange")]
        cells.append(", ".join(f"{100 * part / sum(parts):.0f}" for part in parts))
        print(f"| {name} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("circuit", nargs="*", help=", ".join(CIRCUITS))
    parser.add_argument("--simdrive", default=str(ROOT / "build" / "bin" / "simdrive"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--option", action="append", default=[], help="passed on to simdrive; may be repeated")
    parser.add_argument("--json", default="bench_circuits.json", help="file for the figures")
    arguments = parser.parse_args()
    names = arguments.circuit or list(CIRCUITS)
    unknown = [name for name in names if name not in CIRCUITS]
    if unknown:
        parser.error(f"unknown circuit {unknown[0]}; expected one of {', '.join(CIRCUITS)}")
    results = {}
    for name in names:
        example, *options = CIRCUITS[name]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(ROOT / "examples" / example / "make_circuit.py"), *options,
                            f"--tstop={MODEL_MS}", f"--output={folder}"], check=True, stdout=subprocess.DEVNULL)
            runs = [figures(run(arguments, arguments.ranks, arguments.threads, folder))
                    for _ in range(arguments.repeats)]
        results[name] = spread(runs)
        print(f"{name}: real-time factor {results[name]['real_time_factor']['median']:.3f}", file=sys.stderr)
    print_table(results)
    document = {"threads": arguments.threads, "ranks": arguments.ranks, "repeats": arguments.repeats,
                "options": arguments.option, "circuits": results}
    pathlib.Path(arguments.json).write_text(json.dumps(document, indent=2) + "\n")


if __name__ == "__main__":
    main()
