#!/usr/bin/env bash
# faults.sh CASE: what goes wrong is told in one message that names the file or key, with the right exit code, on one rank and
# on three; nothing that existed is lost, and nothing hangs.
source "$(dirname "$0")/common.sh"
cp "$1"/* "$work"
cd "$work"
must 2 --allocation-dir=. --lb-mode=Memory
must 1 circuit write simulation_config.json written
cp output/spikes.h5 kept_spikes.h5
cp allocation_r2_c1.json.gz kept_allocation.gz
checked=0

# refused EXIT-CODE PATTERN ARGUMENT…: on 1 and 3 ranks.
refused() {
    local code=$1 pattern=$2 ranks status
    shift 2
    for ranks in 1 3; do
        status=0
        on "$ranks" "$@" || status=$?
        [[ $status == "$code" ]] || { cat log >&2; fail "$*: exit code $status on $ranks ranks; expected $code"; }
        grep -Eq "$pattern" log || { cat log >&2; fail "$*: no message like '$pattern'"; }
        (( $(grep -Ec '^\[error\]' log) <= 2 )) || { cat log >&2; fail "$*: told more than once"; }
    done
    cmp output/spikes.h5 kept_spikes.h5 || fail "$*: the old spikes are gone"
    checked=$((checked + 1))
}

# changed JQ-PROGRAM: simulation_config.json with a change, as changed.json.
changed() { jq "$1" simulation_config.json >changed.json; }

refused 2 'unknown|not expected|--no-such' --no-such-option
refused 2 'lb-mode=Memmory.*did you mean "Memory"' --lb-mode=Memmory
refused 3 'missing.json' missing.json
echo '{"run": {"tstop": 1,}' >broken.json
refused 3 'broken.json.*line 1' broken.json
changed '.networks.nodes[0].populations.E.model_template = "nest:iaf_psc_expp"'
refused 3 'iaf_psc_expp.*did you mean "iaf_psc_exp"' changed.json
changed '.networks.nodes[0].populations.E.dynamics_params.tau_mm = 3'
refused 3 'tau_mm.*did you mean "tau_m"' changed.json
changed '.networks.nodes[0].populations.E.dynamics_params.tau_m = -3'
refused 3 'tau_m.*positive' changed.json
changed '.networks.edges[0].populations.E_E.delay = 0.01'
refused 3 'E_E.*delay' changed.json
changed '.networks.edges[0].populations.E_E.target = "nobody"'
refused 3 'nobody' changed.json
changed '.inputs.noise_E.rate = "many"'
refused 3 'inputs.noise_E.rate' changed.json
changed '.inputs.noise_E.node_set = "nobody"'
refused 3 'nobody' changed.json
changed '.inputs.noise_E.module = "poison"'
refused 3 'poison.*did you mean "poisson"' changed.json
changed 'del(.run.tstop)'
refused 3 'tstop' changed.json

# Files of edges.
jq 'del(.networks) + {network: "damaged/circuit_config.json"}' simulation_config.json >damaged.json
damage() {  # COMMAND…: runs in a fresh copy of the written circuit
    rm -rf damaged
    cp -r written damaged
    (cd damaged && "$@")
}
edges=$(cd written && ls *E_E*edges.h5)
damage rm "$edges"
refused 3 "$edges" damaged.json
damage truncate -s 5000 "$edges"
refused 3 "$edges" damaged.json
damage bash -c "echo nothing >$edges"
refused 3 "$edges" damaged.json

# Allocations: a stale or corrupt one is not used, and is told.
told() {  # PATTERN ARGUMENT…
    local pattern=$1
    shift
    must 2 "$@"
    grep -Eq "$pattern" log || { cat log >&2; fail "$*: no message like '$pattern'"; }
    checked=$((checked + 1))
}
told 'fits and is used' --lb-mode=Memory --output-path=o
head -c 300 kept_allocation.gz >allocation_r2_c1.json.gz
told 'generated.*truncated' --lb-mode=Memory --output-path=o
cmp o/spikes.h5 kept_spikes.h5 || fail "other spikes with a regenerated allocation"
cmp allocation_r2_c1.json.gz kept_allocation.gz || fail "the regenerated allocation differs"
changed '.networks.edges[0].populations.I_E.rule.fixed_total_number.count = 701'
told 'generated.*circuit' changed.json --lb-mode=Memory --output-path=o
must 3 --lb-mode=Memory --output-path=o
grep -q 'no file.*allocation_r3_c1\|allocation_r3_c1.*no' log || { cat log >&2; fail "three ranks: reason not told"; }

# --check tells several problems at once and writes nothing.
changed '.networks.nodes[0].populations.E.model_template = "nest:nothing" | .networks.nodes[0].populations.I.dynamics_params.foo = 1'
status=0
on 1 changed.json --check || status=$?
[[ $status == 3 ]] || fail "--check: exit code $status"
grep -q nothing log && grep -q foo log || { cat log >&2; fail "--check did not tell both problems"; }
must 2 --check
echo "$checked faults told as they should be"
