#!/usr/bin/env bash
# memory_limit.sh MAKE_CIRCUIT: what does not fit in a node's memory is refused before it is built, with advice that holds: the
# numbers of ranks that a dry run and a refusal suggest are not refused. --ignore-memory-limit builds all the same.
source "$(dirname "$0")/common.sh"
cd "$work"
python3 "$1" --output=. --n-scaling=0.1 --k-scaling=0.7 --tstop=1 >/dev/null
built() { must "$@" --simulate-model=OFF --lb-mode=Memory; }

# refused RANKS OPTION…: told once, with code 4.
refused() {
    local status=0
    on "$@" --simulate-model=OFF --lb-mode=Memory || status=$?
    [[ $status == 4 ]] || { cat log >&2; fail "$*: exit code $status; expected 4"; }
    (( $(grep -o '\[error\]' log | wc -l) == 1 )) || { cat log >&2; fail "$*: not told once"; }
    grep -Eq 'node .* ranks? will take .* more .* left \(--node-memory\): .* is missing' log || { cat log >&2; fail "$*: not told"; }
}

# A node that holds about half of it beside the program.
node=$(($(on 1 --dry-run --num-target-ranks=1 --json -q && sed -n '/^{/,$p' log | jq '.parts[-1].bytes * 6 / 10 | floor')))
must 1 --dry-run --ranks-per-node=1 --node-memory="$node" --json -q
ranks=$(sed -n '/^{/,$p' log | jq .suggestion.ranks)
(( ranks > 1 )) || fail "$node bytes a node: $ranks ranks are suggested; expected more than one"
[[ -f allocation_r${ranks}_c1.json.gz ]] || fail "no allocation for the suggested number of ranks"

refused 1 --node-memory="$node"
suggested=$(grep -Eo '\(([0-9]+) ranks' log | grep -Eo '[0-9]+')
(( suggested >= 2 && suggested <= ranks + 1 )) || { cat log >&2; fail "the refusal suggests $suggested ranks, the dry run $ranks"; }
refused 3 --node-memory="$node"

# So many ranks of so many nodes, all of them here.
built "$ranks" --node-memory=$((ranks * node))
grep -q 'will take' log && fail "the suggested number of ranks does not fit"
built "$suggested" --node-memory=$((suggested * node))
built 1 --node-memory="$node" --ignore-memory-limit
grep -q '\[warning\] node .* is missing.*Going on all the same' log || { cat log >&2; fail "no warning"; }
# A node that holds no rank at all.
refused 2 --node-memory=30M
grep -q 'will not do: the overhead' log || { cat log >&2; fail "not said that no number of nodes will do"; }
echo "suggested for $node bytes a node: $ranks ranks, by the refusal $suggested"
