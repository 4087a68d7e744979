#!/usr/bin/env bash
# generated.sh GENERATOR LEAST MOST OPTION…: an example's circuit, written by its generator with these options and run on two
# ranks, fires at a mean rate between LEAST and MOST Hz in every population. Skipped where there is no python3 (3.9 or later).
source "$(dirname "$0")/common.sh"
generator=$1 least=$2 most=$3
shift 3
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || { echo "no python3 of 3.9 or later"; exit 77; }
python3 -B "$generator" --output="$work/circuit" "$@" || fail "$generator $*"
cd "$work/circuit"
must 2
"$LIST_SPIKES" output/spikes.h5 >"$work/spikes.txt"
tstop=$(jq .run.tstop simulation_config.json)
jq -r '.networks.nodes[].populations | to_entries[] | "\(.key) \(.value.size)"' circuit_config.json |
    awk -v least="$least" -v most="$most" -v tstop="$tstop" '
        FNR == NR { size[$1] = $2; next }
        { ++spikes[$2] }
        END {
            for (name in size) {
                rate = 1000 * spikes[name] / size[name] / tstop
                printf "%s %.2f Hz\n", name, rate
                if (rate < least || rate > most) bad = 1
            }
            exit bad
        }' - "$work/spikes.txt" || fail "a rate is not between $least and $most Hz"
