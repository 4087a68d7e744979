#!/usr/bin/env bash
# run_written.sh CASE: a rule-based circuit that is written as explicit SONATA files gives the spikes of the rules.
source "$(dirname "$0")/common.sh"
case=$1
cp "$case"/* "$work"
cd "$work"

must 1 --output-path=rules
must 2 circuit write simulation_config.json written
jq 'del(.networks) + {network: "written/circuit_config.json"}' simulation_config.json >explicit.json
for ranks in 1 2 3; do
    must "$ranks" explicit.json --threads=2 --output-path="explicit_$ranks"
    cmp rules/spikes.h5 "explicit_$ranks/spikes.h5" || fail "the written circuit on $ranks ranks gives other spikes"
done
must 2 circuit info written/circuit_config.json
grep -q fingerprint log || fail "circuit info says no fingerprint"
echo "$("$LIST_SPIKES" rules/spikes.h5 | wc -l) spikes, equal from rules and from files"
