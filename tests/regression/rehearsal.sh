#!/usr/bin/env bash
# rehearsal.sh CASE: a rehearsal builds, alone, to the byte what that rank of a run builds, from rules and from files, for every
# rank of the target, empty ones included; and advances it.
source "$(dirname "$0")/common.sh"
cp "$1"/* "$work"
cd "$work"
json() { sed -n '/^{/,$p' log; }

# alike KIND CONFIG RANKS OPTION…
alike() {
    local kind=$1 config=$2 ranks=$3 rank
    shift 3
    rm -f ./*.gz
    must "$ranks" "$config" --simulate-model=OFF --json -q "$@"
    json | jq -c '.memory.ranks[] | [.rank, .estimated, .measured, .requested]' >run.txt
    (( $(wc -l <run.txt) == ranks )) || fail "$kind: no table of $ranks ranks"
    for rank in $(seq 0 $((ranks - 1))); do
        must 1 "$config" --rehearse-rank="$rank" --num-target-ranks="$ranks" --json -q "$@"
        json | jq -c '.memory[] | [.rank, .estimated, .measured, .requested]'
    done >rehearsed.txt
    diff run.txt rehearsed.txt || fail "$kind: a rehearsal is not what the run builds"
}

alike rules simulation_config.json 3 --lb-mode=Memory
alike "rules, 2 threads, 3 cycles" simulation_config.json 2 --lb-mode=Memory --threads=2 --modelbuilding-steps=3
alike "round robin" simulation_config.json 2 --lb-mode=RoundRobin
must 1 circuit write simulation_config.json written
jq 'del(.networks) + {network: "written/circuit_config.json"}' simulation_config.json >written.json
alike files written.json 3 --lb-mode=Memory

# Sources of other ranks fire at the given rate: half of it, about half the events.
must 1 --rehearse-rank=smallest --num-target-ranks=2 --rehearse-time=100 --rehearse-rate=2000 --json -q
json | jq -e '.model_ms == 100 and .synaptic_events > 0 and ([.phases[].phase] | index("deliver") != null)' >/dev/null \
    || { cat log >&2; fail "nothing was simulated"; }
events=$(json | jq .synaptic_events)
must 1 --rehearse-rank=smallest --num-target-ranks=2 --rehearse-time=100 --rehearse-rate=1000 --json -q
half=$(json | jq .synaptic_events)
(( half * 10 < events * 7 && half * 10 > events * 3 )) || fail "$half events at 1000 Hz, $events at 2000 Hz"
[[ ! -e output/spikes.h5 ]] || fail "a rehearsal wrote spikes"

# What makes no sense.
for wrong in "--rehearse-rank=0" "--rehearse-rank=2 --num-target-ranks=2" "--rehearse-rank=big --num-target-ranks=2" \
    "--rehearse-time=3 --num-target-ranks=2"; do
    status=0
    # shellcheck disable=SC2086
    on 1 $wrong || status=$?
    [[ $status == 2 ]] || { cat log >&2; fail "$wrong: exit code $status; expected 2"; }
done
status=0
on 2 --rehearse-rank=0 --num-target-ranks=2 || status=$?
[[ $status == 2 ]] || { cat log >&2; fail "two MPI ranks: exit code $status; expected 2"; }
