#!/usr/bin/env bash
# run_case.sh CASE: runs a circuit on 1 to 4 ranks, 1 and 2 threads, RoundRobin and Memory, 1 and 3 cycles. All spike files
# must be equal byte for byte, and hold the spikes of CASE/golden_spikes.txt. REGENERATE=1 writes that file instead.
source "$(dirname "$0")/common.sh"
case=$1
cp "$case"/* "$work"
cd "$work"

first=
for ranks in 1 2 3 4; do
    for cycles in 1 3; do
        must "$ranks" --dry-run --num-target-ranks="$ranks" --modelbuilding-steps="$cycles"
        for threads in 1 2; do
            for mode in RoundRobin Memory; do
                out="out_r${ranks}_t${threads}_${mode}_c$cycles"
                must "$ranks" --lb-mode="$mode" --threads="$threads" --modelbuilding-steps="$cycles" --output-path="$out"
                if [[ $mode == Memory ]]; then
                    grep -q 'fits and is used' log || { cat log >&2; fail "$out did not use the dry run's allocation"; }
                fi
                first=${first:-$out}
                cmp "$first/spikes.h5" "$out/spikes.h5" || fail "$out differs from $first"
            done
        done
    done
done

"$LIST_SPIKES" "$first/spikes.h5" >found.txt
[[ -s found.txt ]] || fail "no spikes"
if [[ ${REGENERATE:-} ]]; then
    cp found.txt "$case/golden_spikes.txt"
fi
diff -q "$case/golden_spikes.txt" found.txt || { diff "$case/golden_spikes.txt" found.txt | head -5; fail "other spikes than the golden ones"; }
echo "32 runs, $(wc -l <found.txt) spikes, all spike files equal"
