#!/usr/bin/env bash
# tests/slurm/run.sh [WORK_DIR]: a Slurm cluster of this one machine (Debian's slurm-wlm; munge, slurmctld and slurmd on the
# loopback), on which simdrive is used as its users do: srun for both passes, an sbatch file and a job array from examples/slurm, and
# Slurm's limits of memory. Stops what it started. Needs root and about a minute beside the build.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
work=${1:-$top/build-slurm}
source "$here/cluster.sh"

(( EUID == 0 )) || { echo "slurmd starts jobs of other users: run this as root" >&2; exit 1; }
packages=(slurm-wlm munge libpmix2 jq hdf5-tools)
if ! dpkg-query -W "${packages[@]}" >/dev/null 2>&1; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null
fi

echo "== build"
mkdir -p "$work"
cmake -S "$top" -B "$work/build" -G Ninja -DSIMDRIVE_TESTS=OFF >"$work/configure.log"
ninja -C "$work/build" --quiet simdrive_app
export PATH=$work/build/bin:$PATH

jobs=$work/jobs
rm -rf "$jobs" "$work/cluster"
mkdir -p "$jobs"
cp "$top"/examples/balanced_network/*.json "$top"/examples/slurm/*.sbatch "$jobs"
cd "$jobs"

fail() {
    echo "FAILED: $*" >&2
    tail -n 5 "$work"/cluster/log/* >&2
    exit 1
}
shown() { echo "\$ $*"; "$@"; }
# The spikes as values: files name the program, not the job.
spikes() { h5dump -d /spikes/E/timestamps -d /spikes/E/node_ids -d /spikes/I/timestamps -d /spikes/I/node_ids "$1" | tail -n +2; }

trap stop_cluster EXIT
start_cluster "$work/cluster"
shown sinfo

echo "== both passes"
shown srun simdrive --dry-run --num-target-ranks=2 >dry-run.txt 2>dry-run.log
cat dry-run.txt dry-run.log
[[ -f allocation_r2_c1.json.gz ]] || fail "no allocation"
shown srun -n 2 simdrive --lb-mode=Memory >run.txt 2>run.log
cat run.txt run.log
grep -q 'allocation_r2_c1.json.gz fits and is used' run.log || fail "the allocation was not used"
grep -q '^1 ' run.txt || fail "srun did not start two ranks of one job"
cp output/spikes.h5 srun-spikes.h5
spikes srun-spikes.h5 >srun-spikes.txt

echo "== sbatch"
rm -rf output ./*.gz
shown sbatch --wait run.sbatch || fail "the batch job failed: $(cat simdrive-*.log)"
cat simdrive-*.log
spikes output/spikes.h5 | cmp - srun-spikes.txt || fail "other spikes than by srun"

echo "== a job array"
shown sbatch --wait seeds.sbatch || fail "the job array failed: $(cat simdrive-seeds-*.log)"
for seed in 1 2; do
    [[ -f seed-$seed/spikes.h5 && -f seed-$seed/allocation_r2_c1.json.gz ]] || fail "no spikes of seed $seed"
done
spikes seed-1/spikes.h5 >1.txt
spikes seed-2/spikes.h5 >2.txt
cmp -s 1.txt 2.txt && fail "two seeds, the same spikes"

echo "== memory"
# Slurm tells a job what it may use, and steps inside it; a bare srun is told by its cgroup, where that is set up.
in_job() {  # LIMIT ARGUMENT…: srun simdrive ARGUMENT… in a batch job with so much memory
    local limit=$1
    shift
    shown sbatch --wait --ntasks=2 "$limit" --output=limited.log --wrap="srun $*"
}
in_job --mem=60M -n 1 simdrive --dry-run --ranks-per-node=2 -q || fail "the dry run failed: $(cat limited.log)"
tail -n 1 limited.log
grep -q '^infeasible.*60.0 MiB of memory a node (SLURM_MEM_PER_NODE)' limited.log || fail "the suggestion does not go by Slurm's memory"
in_job --mem=100M -n 1 simdrive --dry-run --ranks-per-node=2 -q || fail "the dry run failed: $(cat limited.log)"
tail -n 1 limited.log
grep -q 'at least 1 node, 2 ranks (100 MiB of memory a node (SLURM_MEM_PER_NODE)' limited.log || fail "no suggestion for 100 MiB"
for limit in "--mem=30M PER_NODE" "--mem-per-cpu=15M PER_CPU"; do
    status=0
    in_job "${limit% *}" -n 2 simdrive --lb-mode=Memory || status=$?
    cat limited.log
    [[ $status == 4 ]] || fail "$limit: exit code $status; expected 4"
    grep -q "left (SLURM_MEM_${limit#* }" limited.log || fail "the refusal does not name Slurm's limit"
done

echo "== a signal before the time limit"
jq '.run.tstop = 1e7' simulation_config.json >long.json
status=0
srun -n 2 simdrive long.json --lb-mode=Memory --output-path=stopped >stop.txt 2>stop.log &
job=$!
for _ in $(seq 60); do
    id=$(squeue -h -o %i | head -n 1)
    grep -q ' ms of \|spikes go\|exchange:' stop.log && [[ -n $id ]] && break
    sleep 0.5
done
sleep 2
scancel --signal=TERM "$id"
wait "$job" || status=$?
cat stop.log
[[ $status == 5 ]] || fail "exit code $status after SIGTERM; expected 5"
[[ -s stopped/spikes.h5 ]] || fail "no spikes of a job that was stopped"
echo "== passed"
