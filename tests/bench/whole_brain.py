#!/usr/bin/env python3
"""A circuit of the size of a mouse brain, dry-run: 75 million cells in 200 populations with 588 billion synapses.

    tests/bench/whole_brain.py [--simdrive=build/bin/simdrive] [--ranks=2] [--target-ranks=4096] [--scale=1] [--repeats=3]

Writes the circuit, runs `simdrive --dry-run` on it as often as asked, and prints for each run the wall time and the
peak resident memory of all ranks together. Sizes of populations are lognormal; each population draws from itself and
ten others, by the random rules in turn. Needs Python 3 alone; nothing is left behind.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CELLS = 75_000_000
SYNAPSES = 588_000_000_000
POPULATIONS = 200
SOURCES = 11  # of each population


def sizes(cells):
    """Lognormal, together exactly `cells`."""
    draw = random.Random(1)
    weights = [draw.lognormvariate(0, 1) for _ in range(POPULATIONS)]
    result = [max(1, int(cells * weight / sum(weights))) for weight in weights]
    result[0] += cells - sum(result)
    return result


def rule(number, sources, targets, synapses):
    """The random rules in turn, each with about `synapses` synapses."""
    kind = number % 4
    if kind == 0:
        return {"fixed_indegree": {"indegree": round(synapses / targets)}}
    if kind == 1:
        return {"pairwise_bernoulli": {"p": min(1.0, synapses / (sources * targets))}}
    return {"fixed_total_number": {"count": synapses}}


def circuit(scale):
    cells = int(CELLS * scale)
    in_degree = SYNAPSES / CELLS
    size = sizes(cells)
    names = [f"region_{number:03d}" for number in range(POPULATIONS)]
    nodes = {name: {"size": count, "model_type": "point_neuron", "model_template": "nest:iaf_psc_exp",
                    "dynamics_params": {"V_m": {"normal": {"mean": -58.0, "std": 10.0}}}}
             for name, count in zip(names, size)}
    draw = random.Random(2)
    edges = {}
    left = round(in_degree * cells)
    for target in range(POPULATIONS):
        others = draw.sample([number for number in range(POPULATIONS) if number != target], SOURCES - 1)
        for number, source in enumerate([target, *others]):
            last = target == POPULATIONS - 1 and number == SOURCES - 1
            synapses = left if last else round(in_degree * size[target] / SOURCES)
            left -= synapses
            inhibitory = source % 5 == 0
            edges[f"{names[source]}_to_{names[target]}"] = {
                "source": names[source], "target": names[target],
                "rule": rule(target + number, size[source], size[target], synapses),
                "model_template": "static_synapse",
                "syn_weight": {"normal": {"mean": -80.0 if inhibitory else 20.0, "std": 4.0}},
                "delay": {"normal": {"mean": 3.0, "std": 1.0, "min": 0.5, "max": 8.0}}}
    return {"networks": {"nodes": [{"populations": nodes}], "edges": [{"populations": edges}]}}


def write(folder, scale):
    (folder / "circuit_config.json").write_text(json.dumps(circuit(scale)))
    (folder / "simulation_config.json").write_text(json.dumps(
        {"network": "circuit_config.json", "run": {"tstop": 100.0, "dt": 0.1, "random_seed": 3}}))


def peak_of(log):
    return sum(int(kib) for kib in re.findall(r"^peak_kib (\d+)$", log, re.MULTILINE)) / 1024**2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simdrive", default=str(ROOT / "build" / "bin" / "simdrive"))
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--target-ranks", type=int, default=4096)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the cells, at the same in-degrees")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--keep", type=pathlib.Path, help="only write the circuit into this folder")
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        write(arguments.keep, arguments.scale)
        return
    for _ in range(arguments.repeats):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write(folder, arguments.scale)
            begin = time.monotonic()
            root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
            done = subprocess.run(
                ["mpirun", *root, "--bind-to", "none", "-n", str(arguments.ranks), "/usr/bin/time", "-f", "peak_kib %M",
                 arguments.simdrive, "--dry-run", f"--num-target-ranks={arguments.target_ranks}"],
                cwd=folder, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            seconds = time.monotonic() - begin
            files = {path.name: path.stat().st_size / 1e6 for path in folder.glob("*.json.gz")}
            print(f"{seconds:.1f} s, peak {peak_of(done.stderr):.2f} GiB on {arguments.ranks} ranks; "
                  + ", ".join(f"{file} {size:.1f} MB" for file, size in sorted(files.items())), flush=True)


if __name__ == "__main__":
    main()
