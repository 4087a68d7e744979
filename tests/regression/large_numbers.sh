#!/usr/bin/env bash
# large_numbers.sh [CASE…]: circuits at the edges of what is counted in 16, 32 and 64 bits. Needs 8 GB and some minutes; not part
# of every day. Run it by
#
#     ctest -C long -R large_numbers --verbose
#
# in the build folder. Cases: synapses populations delays inputs spikes edges
source "$(dirname "$0")/common.sh"
longest_run=3600

# population SIZE PARAMETERS: a population of leaky integrate-and-fire neurons.
population() {
    jq -n "{size: $1, model_type: \"point_neuron\", model_template: \"nest:iaf_psc_delta\", dynamics_params: $2}"
}
# projection SOURCE TARGET RULE WEIGHT DELAY
projection() {
    jq -n "{source: \"$1\", target: \"$2\", rule: $3, syn_weight: $4, delay: $5}"
}
# circuit NAME TSTOP POPULATIONS PROJECTIONS INPUTS: writes both configurations into $work/NAME and goes there.
circuit() {
    mkdir -p "$work/$1"
    cd "$work/$1"
    printf '%s' "$3" >nodes.json
    printf '%s' "$4" >edges.json
    jq -n --slurpfile nodes nodes.json --slurpfile edges edges.json \
        '{networks: {nodes: [{populations: $nodes[0]}], edges: [{populations: $edges[0]}]}}' >circuit_config.json
    jq -n --argjson inputs "$5" "{network: \"circuit_config.json\", run: {tstop: $2, dt: 0.1, random_seed: 7}, inputs: \$inputs,
        output: {output_dir: \"output\"}}" >simulation_config.json
}
# figure PATH: a number of the last run's summary.
figure() {
    jq -r "$1" output/run_summary.json
}
# same RANKS THREADS ARGUMENT…: as many ranks and threads give the spikes that the last run gave.
same() {
    local ranks=$1 threads=$2
    shift 2
    must "$ranks" --threads="$threads" --output-path=other "$@"
    cmp output/spikes.h5 other/spikes.h5 || fail "$ranks ranks, $threads threads: other spikes"
}
drive='{"drive": {"input_type": "spikes", "module": "poisson", "node_set": "A", "rate": 500.0, "weight": 4.0}}'

# More than 2^31 synapses on a thread.
synapses() {
    circuit synapses 20 "{\"A\": $(population 22000 '{}')}" \
        "{\"A_A\": $(projection A A '{fixed_indegree: {indegree: 100000}}' 0.0001 1.5)}" "$drive"
    must 1 --threads=1
    [ "$(figure .circuit.synapses)" -eq 2200000000 ] || fail "not 2.2e9 synapses"
    [ "$(figure .rates.synaptic_events)" -gt 1000000 ] || fail "hardly an event"
}
# A thousand populations, two thousand projections.
populations() {
    local all
    all=$(jq -n --argjson one "$(population 20 '{"I_e": 380.0, "V_m": {"uniform": {"min": -70.0, "max": -55.0}}}')" \
        '[range(1000) | {key: "P\(.)", value: $one}] | from_entries')
    circuit populations 50 "$all" "$(jq -n '[range(1000) as $p | range(2) as $q |
        {key: "P\($p)_\($q)", value: {source: "P\($p)", target: "P\((7 * $p + $q) % 1000)", rule: {fixed_indegree: {indegree: 10}},
         syn_weight: {normal: {mean: 0.5, std: 0.1}}, delay: {uniform: {min: 0.5, max: 3.0}}}}] | from_entries')" '{}'
    must 1 --threads=2
    same 2 2
}
# Delays of up to 10 000 steps.
delays() {
    circuit delays 1500 "{\"A\": $(population 300 '{}')}" \
        "{\"A_A\": $(projection A A '{fixed_indegree: {indegree: 50}}' 0.2 '{uniform: {min: 0.1, max: 1000.0}}')}" "$drive"
    must 1 --threads=2 --delivery=when-due
    same 2 1 --delivery=at-once
}
# One neuron with ten million inputs.
inputs() {
    circuit inputs 100 "{\"A\": $(population 1000 '{}'), \"B\": $(population 1 '{}')}" \
        "{\"A_B\": $(projection A B '{fixed_indegree: {indegree: 10000000}}' '{normal: {mean: 1e-4, std: 1e-5}}' 1.5)}" "$drive"
    must 1 --threads=2
    [ "$(figure .circuit.synapses)" -eq 10000000 ] || fail "not ten million inputs"
    [ "$(jq '[.rates.synaptic_events] | max' output/run_summary.json)" -gt 10000000 ] || fail "hardly an event"
    same 2 2
}
# 200 000 spikes in one step.
spikes() {
    circuit spikes 60 "{\"A\": $(population 200000 '{"I_e": 500.0}')}" \
        "{\"A_A\": $(projection A A '{fixed_indegree: {indegree: 20}}' 0.001 1.5)}" '{}'
    must 1 --threads=2
    [ "$(figure .rates.spikes)" -ge 400000 ] || fail "not all neurons spiked together"
    same 2 1
    same 3 2 --delivery=at-once
}
# More than 2^32 edges, of which every in-degree is drawn.
edges() {
    circuit edges 10 "{\"A\": $(population 1000000 '{}')}" \
        "{\"A_A\": $(projection A A '{fixed_total_number: {count: 5000000000}}' 0.1 1.5)}" '{}'
    "$SIMDRIVE" --dry-run --num-target-ranks=64 --json 2>/dev/null >tables.json
    [ "$(jq '[.models[].synapses] | max' tables.json)" -eq 5000000000 ] || fail "not 5e9 edges"
}

for case in ${@:-synapses populations delays inputs spikes edges}; do
    started=$SECONDS
    "$case"
    echo "$case: $((SECONDS - started)) s"
done
