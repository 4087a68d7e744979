#!/usr/bin/env bash
# estimate_against_truth.sh: for circuits of every kind, on several ranks and threads, the arenas of each rank hold what was
# estimated, within 1 %, and its resident memory until the loop begins peaks where it was estimated to, within 5 % or 8 MiB.
source "$(dirname "$0")/common.sh"
cd "$work"
checked=0

neurons() { echo '{"size": '"$1"', "model_type": "point_neuron", "model_template": "nest:'"${2:-iaf_psc_exp}"'"}'; }
virtual() { echo '{"size": '"$1"', "model_type": "virtual"}'; }
drawn='"syn_weight": {"normal": {"mean": 1.0, "std": 0.1}}, "delay": {"normal": {"mean": 1.5, "std": 0.75, "min": 0.1, "max": 5}}'
equal='"syn_weight": 1.0, "delay": 1.0'
edges() { echo '{"source": "'"$1"'", "target": "'"$2"'", "model_template": "static_synapse", "rule": '"$3, $4"'}'; }

# circuit NODES EDGES: the members of both as simulation_config.json.
circuit() {
    jq -n --argjson nodes "{$1}" --argjson edges "{$2}" '{
        networks: {nodes: [{populations: $nodes}], edges: [{populations: $edges}]},
        run: {tstop: 1, dt: 0.1, random_seed: 3}}' >simulation_config.json
}

# holds KIND RANKS THREADS OPTION…
holds() {
    local kind=$1 ranks=$2 threads=$3
    shift 3
    rm -f ./*.gz
    must "$ranks" --simulate-model=OFF --threads="$threads" --json -q "$@"
    sed -n '/^{/,$p' log >summary.json
    jq -r '.memory.ranks[] | "\(.rank) \(.difference) \(.estimated_peak) \(.resident_peak)"' summary.json >ranks.txt
    (( $(wc -l <ranks.txt) == ranks )) || fail "$kind: no table of $ranks ranks"
    awk -v kind="$kind, $ranks ranks, $threads threads $*" '
        {
            off = $3 - $4
            printf "%s: rank %d: arenas %+.3f %%, peak %.1f MiB, estimate %+.1f MiB\n", kind, $1, 100 * $2, $4 / 2^20, off / 2^20
            off = off < 0 ? -off : off
            if ($2 > 0.01 || $2 < -0.01 || (off > 0.05 * $4 && off > 8 * 2^20)) bad = 1
        }
        END { exit bad }' ranks.txt || fail "$kind: the estimate is too far from what was measured"
    checked=$((checked + 1))
}

circuit "\"few\": $(neurons 100), \"many\": $(neurons 50000)" \
    "\"a\": $(edges many few '{"fixed_indegree": {"indegree": 40000}}' "$drawn"),
     \"b\": $(edges many many '{"fixed_indegree": {"indegree": 20}}' "$drawn")"
for ranks in 1 3; do holds skewed "$ranks" 1; done
holds skewed 2 2 --modelbuilding-steps=4
holds skewed 2 1 --lb-mode=RoundRobin

many="" among=""
for i in $(seq 300); do
    many+="${many:+, }\"p$i\": $(neurons $((i % 17 + 1)))"
    among+="${among:+, }\"e$i\": $(edges "p$i" "p$((i * 7 % 300 + 1))" '{"all_to_all": {}}' "$equal")"
done
circuit "$many" "$among"
holds "many small populations" 2 1

circuit "\"huge\": $(neurons 400000)" "\"e\": $(edges huge huge '{"pairwise_bernoulli": {"p": 0.00002}}' "$drawn")"
holds "one huge population" 1 2
holds "one huge population" 2 1

circuit "\"a\": $(neurons 3000), \"b\": $(neurons 2000 iaf_psc_alpha), \"c\": $(neurons 1000 iaf_psc_delta),
         \"d\": $(neurons 1000 parrot_neuron)" \
    "\"aa\": $(edges a a '{"fixed_total_number": {"count": 3000000}}' "$drawn"),
     \"ab\": $(edges a b '{"fixed_outdegree": {"outdegree": 300}}' "$equal"),
     \"bc\": $(edges b c '{"fixed_indegree": {"indegree": 200}}' "$drawn"),
     \"cd\": $(edges c d '{"one_to_one": {}}' "$equal")"
holds "several models" 2 1
holds "several models" 1 3

circuit "\"out\": $(virtual 20000), \"n\": $(neurons 100)" "\"e\": $(edges out n '{"fixed_indegree": {"indegree": 5000}}' "$drawn")"
holds "virtual sources only" 2 1

circuit "\"one\": $(neurons 2)" "\"e\": $(edges one one '{"all_to_all": {}}' "$equal")"
holds "more ranks than cells" 4 1

echo "$checked runs within 1 % and 5 %"
