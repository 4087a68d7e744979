#!/usr/bin/env bash
# run_case.sh CASE: runs a circuit on other ranks, threads, load-balance modes, cycles, deliveries, exchanges and instruction sets. All
# spike files must be equal byte for byte, and hold the spikes of CASE/golden_spikes.txt. REGENERATE=1 writes that file instead.
source "$(dirname "$0")/common.sh"
case=$1
cp "$case"/* "$work"
cd "$work"

first=
runs=0
# same RANKS THREADS MODE CYCLES DELIVERY [EXCHANGE]: a run like that gives the same bytes as the first one.
same() {
    local ranks=$1 threads=$2 mode=$3 cycles=$4 delivery=$5 exchange=${6:-auto} out="out_$((++runs))"
    if [[ $mode != RoundRobin ]]; then
        must "$ranks" --dry-run --lb-mode="$mode" --num-target-ranks="$ranks" --modelbuilding-steps="$cycles"
    fi
    must "$ranks" --lb-mode="$mode" --threads="$threads" --modelbuilding-steps="$cycles" --delivery="$delivery" \
        --exchange="$exchange" --output-path="$out"
    if [[ $mode != RoundRobin ]]; then
        grep -q 'fits and is used' log || { cat log >&2; fail "$out did not use the dry run's allocation"; }
    fi
    first=${first:-$out}
    cmp "$first/spikes.h5" "$out/spikes.h5" || fail "$* ${SIMDRIVE_INSTRUCTION_SET:-} differs from one rank"
}

# Deliveries alone, then everything in combinations.
same 1 1 RoundRobin 1 auto
same 1 1 RoundRobin 1 when-due
same 1 1 RoundRobin 1 at-once
same 1 2 RoundRobin 3 at-once
same 1 2 RoundRobin 1 when-due
same 1 1 RoundRobin 1 auto targets
same 2 1 Memory 3 when-due all
same 2 2 RoundRobin 1 at-once targets
same 3 1 RoundRobin 3 when-due targets
same 3 2 Memory 1 at-once all
same 4 1 Memory 1 when-due targets
same 3 1 Compute 2 at-once
same 4 2 Memory 3 at-once
for set in sse2 avx2 avx512; do
    export SIMDRIVE_INSTRUCTION_SET=$set
    same 1 2 RoundRobin 1 auto
    if grep -q 'this processor has no more' log; then echo "this processor does not have $set"; fi
done
unset SIMDRIVE_INSTRUCTION_SET

"$LIST_SPIKES" "$first/spikes.h5" >found.txt
[[ -s found.txt ]] || fail "no spikes"
if [[ ${REGENERATE:-} ]]; then
    cp found.txt "$case/golden_spikes.txt"
fi
diff -q "$case/golden_spikes.txt" found.txt || { diff "$case/golden_spikes.txt" found.txt | head -5; fail "other spikes than the golden ones"; }
echo "$runs runs, $(wc -l <found.txt) spikes, all spike files equal"
