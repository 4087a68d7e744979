# What the regression scripts share. Needs SIMDRIVE, LIST_SPIKES and MPIEXEC in the environment.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

longest_run=120  # seconds

# on RANKS ARGUMENT…: simdrive on so many ranks, in the folder at hand; its output goes to $work/log.
on() {
    local ranks=$1
    shift
    timeout "$longest_run" "$MPIEXEC" -n "$ranks" "$SIMDRIVE" "$@" >"$work/log" 2>&1
}

# must RANKS ARGUMENT…: the same, and it must succeed.
must() {
    on "$@" || { cat "$work/log" >&2; fail "simdrive on $*"; }
}
