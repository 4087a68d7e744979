#!/usr/bin/env bash
# hostile_files.sh CASE: allocations that are damaged, renamed, bombs or of another circuit are told and not used; folders that cannot be
# written and disks that are full lose nothing; jobs that write one file at once leave a whole one. The fingerprint goes by
# what a circuit means.
source "$(dirname "$0")/common.sh"
cp "$1"/* "$work"
cd "$work"
must 2 --dry-run --num-target-ranks=2
cp allocation_r2_c1.json.gz good.gz
must 2 --lb-mode=Memory
cp output/spikes.h5 good_spikes.h5
checked=0

# regenerated PATTERN RANKS: the allocation that lies there is told and not used; the spikes are the same.
regenerated() {
    local pattern=$1 ranks=$2
    must "$ranks" --lb-mode=Memory
    grep -Eq "generated.*$pattern" log || { cat log >&2; fail "no message like '$pattern'"; }
    cmp output/spikes.h5 good_spikes.h5 || fail "$pattern: other spikes"
    [[ $ranks != 2 ]] || cmp allocation_r2_c1.json.gz good.gz || fail "$pattern: the allocation that was written differs"
    checked=$((checked + 1))
}
edited() { zcat good.gz | sed "$1" | gzip -n >allocation_r2_c1.json.gz; }

cp good.gz allocation_r2_c1.json.gz
printf '\x55' | dd of=allocation_r2_c1.json.gz bs=1 seek=150 conv=notrunc status=none
regenerated corrupt 2
cp good.gz allocation_r3_c1.json.gz
regenerated 'allocation_r3_c1.*r2_c1|r2_c1.*allocation_r3_c1' 3
edited '1s/"version":1/"version":7/'
regenerated 'newer program' 2
edited '1s/"fingerprint":"../"fingerprint":"zz/'
regenerated fingerprint 2
edited '2d'
regenerated corrupt 2
edited '2p'
regenerated corrupt 2
edited 's/"population":"E"/"population":"gone"/'
regenerated gone 2
head -c 200000000 /dev/zero | gzip -1 >allocation_r2_c1.json.gz
regenerated 'corrupt.*longer' 2

# The same said of a file by itself.
must 1 allocation check simulation_config.json good.gz
grep -q 'good.gz fits simulation_config.json: every node once, on 2 ranks in 1 cycle' log || { cat log >&2; fail "the good one does not fit"; }
edited '1s/"fingerprint":"../"fingerprint":"zz/'
status=0
on 2 allocation check simulation_config.json allocation_r2_c1.json.gz || status=$?
[[ $status == 3 ]] && grep -q 'does not fit.*fingerprint' log || { cat log >&2; fail "another circuit's fits: $status"; }
checked=$((checked + 2))

# A folder that does not exist, one that is a file; then a full disk, where this machine lets us mount one.
status=0
on 1 --dry-run --allocation-dir=nowhere || status=$?
[[ $status == 3 ]] && grep -q nowhere log || { cat log >&2; fail "a folder that is missing: exit code $status"; }
touch file
must 1 --lb-mode=Memory --allocation-dir=file
grep -q 'could not be kept' log || { cat log >&2; fail "no warning about an allocation that could not be kept"; }
checked=$((checked + 2))
mkdir full
if mount -t tmpfs -o size=16k tmpfs full 2>/dev/null; then
    trap 'umount full; rm -rf "$work"' EXIT
    cp good.gz full/allocation_r2_c1.json.gz
    head -c 16384 /dev/zero >full/rest 2>/dev/null || true
    status=0
    on 1 --dry-run --num-target-ranks=2 --allocation-dir=full || status=$?
    [[ $status == 3 ]] && grep -q 'full' log || { cat log >&2; fail "a full disk: exit code $status"; }
    cmp full/allocation_r2_c1.json.gz good.gz || fail "a full disk: the old allocation is gone"
    [[ $(ls full) == $'allocation_r2_c1.json.gz\nrest' ]] || fail "a full disk: something was left: $(ls full)"
    checked=$((checked + 1))
else
    echo "no full disk: this machine lets nobody mount one"
fi

# Four jobs at once.
rm -f ./*.gz
must 1 --dry-run --num-target-ranks=1
mv allocation_r1_c1.json.gz alone.gz
jobs=()
for job in 1 2 3 4; do
    "$SIMDRIVE" --lb-mode=Memory --output-path="job$job" >"job$job.log" 2>&1 &
    jobs+=($!)
done
for job in "${jobs[@]}"; do wait "$job" || { cat job*.log >&2; fail "one of four jobs failed"; }; done
cmp allocation_r1_c1.json.gz alone.gz || fail "four jobs at once left another allocation"
[[ $(ls ./*.gz | sort | paste -sd' ') == "./allocation_r1_c1.json.gz ./alone.gz ./cell_memory_usage.json.gz" ]] || fail "four jobs left something: $(ls)"
checked=$((checked + 1))

# The fingerprint.
fingerprint() {
    must 1 circuit info "$1" --json
    sed -n '/^{/,$p' log | jq -r .fingerprint
}
must 1 circuit write simulation_config.json written
written=$(fingerprint written/circuit_config.json)
cp -r written copied
touch copied/*
[[ $(fingerprint copied/circuit_config.json) == "$written" ]] || fail "a copy has another fingerprint"
rules=$(fingerprint simulation_config.json)
differs() {  # JQ-PROGRAM
    jq "$1" simulation_config.json >changed.json
    [[ $(fingerprint changed.json) != "$rules" ]] || fail "$1: the same fingerprint"
    checked=$((checked + 1))
}
differs '.run.random_seed = 12345'
differs '.networks.nodes[0].populations.E.dynamics_params.tau_m = 11'
differs '.networks.edges[0].populations.E_E.delay = 1.7'
echo "$checked checks of files"
