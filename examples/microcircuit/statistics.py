#!/usr/bin/env python3
"""Rates, irregularity and synchrony of the microcircuit's populations, for one or more spike files."""
import argparse
import json
import pathlib
import sys

# Python puts this folder first, where our own name hides the module that others import.
sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)
import h5py
import numpy

from microcircuit.make_circuit import POPULATIONS, RATES

BIN = 3.0  # ms
LEAST_INTERVALS = 3  # a neuron with fewer tells nothing about irregularity


def nearest(name, spikes):
    """The file of that name in the folder of the spikes or above it."""
    for folder in spikes.resolve().parents:
        if (folder / name).exists():
            return json.loads((folder / name).read_text())
    sys.exit(f"{spikes}: no {name} in its folder or above it")


def spikes_of(group, begin, end):
    """(times, ids) from begin to end, by neuron and time."""
    times, ids = group["timestamps"][:], group["node_ids"][:].astype(int)
    inside = (times >= begin) & (times < end)
    times, ids = times[inside], ids[inside]
    order = numpy.lexsort((times, ids))
    return times[order], ids[order]


def irregularity(times, ids):
    """Mean over neurons of the coefficient of variation of their intervals."""
    intervals = numpy.diff(times)[numpy.diff(ids) == 0]
    owners = ids[1:][numpy.diff(ids) == 0]
    counts = numpy.bincount(owners)
    enough = counts >= LEAST_INTERVALS
    if not enough.any():
        return numpy.nan
    counts = counts[enough]
    means = numpy.bincount(owners, intervals)[enough] / counts
    squares = numpy.bincount(owners, intervals**2)[enough] / counts
    return float(numpy.mean(numpy.sqrt(numpy.maximum(squares - means**2, 0)) / means))


def synchrony(times, begin, end):
    """Variance over mean of the population's spikes per bin."""
    bins = int((end - begin) / BIN)
    counts = numpy.histogram(times, bins, (begin, begin + bins * BIN))[0]
    return float(counts.var() / counts.mean()) if counts.any() else numpy.nan


def statistics(path, begin, end):
    """A row (rate, irregularity, synchrony) for each population."""
    sizes = {}
    for entry in nearest("circuit_config.json", path)["networks"]["nodes"]:
        sizes |= {name: population["size"] for name, population in entry["populations"].items()}
    end = end or nearest("simulation_config.json", path)["run"]["tstop"]
    rows = []
    with h5py.File(path) as file:
        for name in POPULATIONS:
            group = file["spikes"].get(name)
            times, ids = spikes_of(group, begin, end) if group else (numpy.zeros(0), numpy.zeros(0, int))
            rows.append((1e3 * len(times) / sizes[name] / (end - begin), irregularity(times, ids),
                         synchrony(times, begin, end)))
    return numpy.array(rows)


def line(title, values):
    print(f"{title:24}" + "".join(f"{value:9.3f}" for value in values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("spikes", nargs="+", type=pathlib.Path)
    parser.add_argument("--begin", type=float, default=500.0, help="start of the window (ms)")
    parser.add_argument("--end", type=float, help="its end (ms); tstop if it is not given")
    options = parser.parse_args()
    found = numpy.array([statistics(path, options.begin, options.end) for path in options.spikes])

    print(" " * 24 + "".join(f"{name:>9}" for name in POPULATIONS))
    for column, title in enumerate(("rate (Hz)", "CV of intervals", f"var/mean in {BIN:g} ms")):
        print(title)
        for path, values in zip(options.spikes, found[:, :, column]):
            line("  " + (str(path) if len(str(path)) < 22 else "…" + str(path)[-20:]), values)
        if len(found) > 1:
            line("  mean", found[:, :, column].mean(axis=0))
            line("  standard deviation", found[:, :, column].std(axis=0, ddof=1))
        if column == 0:
            line("  NEST at full scale", RATES.values())


if __name__ == "__main__":
    main()
