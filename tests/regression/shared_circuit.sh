#!/usr/bin/env bash
# shared_circuit.sh CIRCUIT POPULATION REFERENCE UNTIL: a real circuit against the spikes that NEST gives, up to UNTIL ms or all of
# them, on 1, 2 and 4 ranks. Skipped where the data is not there.
source "$(dirname "$0")/common.sh"
circuit=$1 population=$2 reference=$3 until=$4
[[ -e $reference ]] || { echo "no $reference"; exit 77; }
[[ $until == all ]] && until=1e9
cp -rL "$circuit" "$work/circuit"
for neighbour in "$(dirname "$circuit")"/shared_components; do
    [[ -e $neighbour ]] && cp -rL "$neighbour" "$work/"
done
chmod -R u+w "$work"
cd "$work/circuit"

"$LIST_SPIKES" "$reference" "$population" "$until" >"$work/expected.txt"
for ranks in 1 2 4; do
    must "$ranks" --output-path="$work/out_$ranks" --allocation-dir="$work"
    cmp "$work/out_1/spikes.h5" "$work/out_$ranks/spikes.h5" || fail "$ranks ranks give other bytes"
done
"$LIST_SPIKES" "$work/out_1/spikes.h5" "$population" "$until" >"$work/found.txt"
diff -q "$work/expected.txt" "$work/found.txt" >&2 || { diff "$work/expected.txt" "$work/found.txt" | head -5; fail "other spikes than NEST's"; }
echo "$(wc -l <"$work/found.txt") spikes, all equal to NEST's, on 1, 2 and 4 ranks"
