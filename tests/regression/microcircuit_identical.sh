#!/usr/bin/env bash
# microcircuit_identical.sh GENERATOR [N_SCALING [TSTOP]]: the cortical microcircuit, by default a tenth of its neurons with all
# of their inputs (30 million synapses), gives the same bytes on other ranks, threads, deliveries and instruction sets. Too long
# for every day. Run it by
#
#     ctest -C long -R microcircuit_identical --verbose
#
# in the build folder; or, in full size (needs 4 GB), with SIMDRIVE, LIST_SPIKES and MPIEXEC in the environment, by
#
#     tests/regression/microcircuit_identical.sh examples/microcircuit/make_circuit.py 1
source "$(dirname "$0")/common.sh"
generator=$(realpath "$1") scaling=${2:-0.1} tstop=${3:-100}
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || { echo "no python3 of 3.9 or later"; exit 77; }
longest_run=3600
python3 -B "$generator" --output="$work/circuit" --n-scaling="$scaling" --tstop="$tstop" || fail "$generator"
cd "$work/circuit"

first=
# same RANKS THREADS DELIVERY [INSTRUCTION_SET]
same() {
    local out=$work/out_${1}_${2}_${3}_${4:-best} started=$SECONDS
    SIMDRIVE_INSTRUCTION_SET=${4:-} must "$1" --threads="$2" --delivery="$3" --output-path="$out"
    first=${first:-$out}
    cmp "$first/spikes.h5" "$out/spikes.h5" || fail "$* gives other bytes"
    echo "$*: $((SECONDS - started)) s"
}
same 1 1 auto
same 1 2 at-once
same 1 2 when-due
same 2 1 auto
same 2 1 when-due
same 3 2 at-once
for set in sse2 avx2 avx512; do same 1 2 auto $set; done
echo "$("$LIST_SPIKES" "$first/spikes.h5" | wc -l) spikes, all spike files equal"
