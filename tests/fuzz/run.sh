#!/usr/bin/env bash
# tests/fuzz/run.sh [SECONDS] [TARGET…]: builds the fuzzers with clang, AddressSanitizer and UndefinedBehaviorSanitizer, and runs
# each for so many seconds (default 60): allocation, cell_memory, configuration. Starts from tests/fuzz/corpus; what is found
# on the way stays in build-fuzz/corpus, and an input that makes one fail in build-fuzz/found.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${FUZZ_BUILD:-$top/build-fuzz}
seconds=${1:-60}
shift || true
targets=("$@")
(( ${#targets[@]} )) || targets=(allocation cell_memory configuration)

"$top/cmake/install-packages.sh" test
if ! command -v clang++ >/dev/null; then
    if (( EUID == 0 )); then as_root=(); else as_root=(sudo); fi
    "${as_root[@]}" apt-get install -qq -y --no-install-recommends clang >/dev/null
fi
mkdir -p "$build/found"
cmake -S "$top" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1" -DCMAKE_CXX_FLAGS=-fsanitize=fuzzer-no-link -DSIMDRIVE_SANITIZE=ON \
    -DSIMDRIVE_FUZZ=ON -DSIMDRIVE_TESTS=OFF >"$build/configure.log"
ninja -C "$build" --quiet "${targets[@]/#/fuzz_}"

# What Open MPI and HDF5 keep is no leak of ours; memory that is refused is an error to be told, not a reason to stop.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
for target in "${targets[@]}"; do
    mkdir -p "$build/corpus/$target"
    "$build/tests/fuzz/fuzz_$target" "$build/corpus/$target" "$here/corpus/$target" -dict="$here/json.dict" \
        -max_total_time="$seconds" -max_len=16384 -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$build/found/$target-" \
        >"$build/$target.log" 2>&1 || { tail -n 40 "$build/$target.log" >&2; echo "FAILED: $target; the input is in $build/found" >&2; exit 1; }
    echo "$target: $(grep -E '^Done|DONE' "$build/$target.log" | paste -sd' ')"
done
