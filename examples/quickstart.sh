#!/usr/bin/env bash
# From a bare Debian 12 to spikes: installs what simdrive needs, builds it, and runs both passes on a small circuit.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
"$top/cmake/install-packages.sh" run

cmake -S "$top" -B "$top/build" -G Ninja -DSIMDRIVE_TESTS=OFF
cmake --build "$top/build"

# Two ranks on whatever there is: a container's two cores, run as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
cd "$top/examples/balanced_network"
simdrive=$top/build/bin/simdrive

echo "== How much memory will two ranks need?"
mpirun -n 2 "$simdrive" --dry-run --num-target-ranks=2
echo "== The allocation file"
zcat allocation_r2_c1.json.gz | head -1 | jq
echo "== The memory-balanced run"
mpirun -n 2 "$simdrive" --lb-mode=Memory
echo "== Its spikes"
h5ls -r output/spikes.h5
h5dump -d /spikes/E/timestamps -s 0 -c 10 output/spikes.h5
