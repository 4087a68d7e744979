#!/usr/bin/env bash
# stopped.sh CASE: SIGTERM ends a run in good order: exit code 5, the spikes so far written, the summary says so.
source "$(dirname "$0")/common.sh"
cp "$1"/* "$work"
cd "$work"
must 1 --output-path=whole
jq '.run.tstop = 1e7' simulation_config.json >long.json
"$SIMDRIVE" long.json --threads=2 --output-path=part >log 2>&1 &
pid=$!
# Until the run heeds SIGTERM, which slow builds on busy machines take their time for; then some more, for spikes.
caught() { (( 16#$(awk '/^SigCgt/ {print $2}' "/proc/$pid/status") >> 14 & 1 )); }
for (( tries = 0; tries < 600; ++tries )); do
    ! caught || break
    sleep 0.1
done
sleep 2
kill -TERM "$pid"
status=0
wait "$pid" || status=$?
[[ $status == 5 ]] || { cat log >&2; fail "exit code $status; expected 5"; }
grep -q 'stopped by a signal' log || { cat log >&2; fail "not told"; }
jq -e '.stopped_early' part/run_summary.json >/dev/null || fail "run_summary.json does not say stopped_early"
"$LIST_SPIKES" whole/spikes.h5 >whole.txt
"$LIST_SPIKES" part/spikes.h5 >part.txt
[[ -s part.txt ]] || fail "no spikes before the stop"
common=$(sort -n <(wc -l <whole.txt) <(wc -l <part.txt) | head -1)
cmp <(head -n "$common" part.txt) <(head -n "$common" whole.txt) || fail "other spikes before the stop"
echo "stopped in good order after $(tail -1 part.txt | cut -d' ' -f1) ms"
