#!/usr/bin/env bash
# tests/run.sh [STAGE…]: everything that is checked before a change is taken, on a bare Debian 12, as root or with
# sudo. Stages: packages format build test sanitize tidy; all of them, in this order, when none is named;
# and analyze, which takes long.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1  # one checkout's objects serve another
summary=()

# The compiler's cache and the faster linker, where they are installed.
configure() {  # FOLDER OPTION…
    local folder=$1
    shift
    local fast=()
    if command -v ccache >/dev/null; then fast+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
    if command -v mold >/dev/null; then fast+=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold); fi
    mkdir -p "$folder"
    cmake -S . -B "$folder" -G Ninja -DSIMDRIVE_WERROR=ON "${fast[@]}" "$@" >"$folder/configure.log" 2>&1 ||
        { cat "$folder/configure.log"; return 1; }
}

build() {  # FOLDER
    ninja -C "$1" -j "$jobs" --quiet
}

run_tests() {  # FOLDER OPTION… : keeps ctest's last word for the end
    local folder=$1
    shift
    local status=0
    (cd "$folder" && ctest -j "$jobs" --output-on-failure --no-tests=error "$@") | tee "$folder/ctest.log" | grep -vE ' Passed |^ +Start ' || status=1
    summary+=("$(grep -E '^[0-9]+% tests passed' "$folder/ctest.log" || echo 'no tests ran')")
    return $status
}

sources() { find "$@" -name '*.cpp' -o -name '*.hpp' | sort; }

stage_packages() { cmake/install-packages.sh test; }

stage_format() {
    local found
    found=$(sources src include apps tests | xargs clang-format --dry-run 2>&1 | sed -nE 's/:[0-9]+:[0-9]+: warning.*//p' | sort -u)
    [[ -z $found ]] || { printf 'not in the format of .clang-format:\n%s\n' "$found" >&2; return 1; }
}

stage_build() {
    configure build-test -DCMAKE_BUILD_TYPE=Release
    build build-test
}

stage_test() { run_tests build-test; }

# AddressSanitizer takes malloc over from jemalloc; arenas then allocate through it, so that the bounds of their
# blocks are checked too (src/memory/arena.hpp).
# Warnings are not errors here: with sanitizers, GCC 12 sees uninitialised members in std::regex that are not there.
stage_sanitize() {
    configure build-sanitize -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g1" -DSIMDRIVE_SANITIZE=ON -DSIMDRIVE_WERROR=OFF
    build build-sanitize
    # Also for the listing of tests; the reasons are in tests/CMakeLists.txt.
    export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
    run_tests build-sanitize -LE not-sanitized
}

# Reads the commands of the plain build. GCC's own warning options and pragmas mean nothing to clang.
clang_tidy() {  # OPTION…
    find src apps -name '*.cpp' -print0 | sort -z |
        xargs -0 -n 1 -P "$jobs" clang-tidy -p build-test --quiet --extra-arg=-Wno-unknown-warning-option \
            --extra-arg=-Wno-unknown-pragmas "$@" 2>build-test/tidy.log ||
        { grep -v 'warnings generated' build-test/tidy.log; return 1; }
}

stage_tidy() { clang_tidy; }

# Slow; not among the stages that run when none is named.
stage_analyze() { clang_tidy '--checks=-*,bugprone-*,-bugprone-easily-swappable-parameters,-bugprone-throw-keyword-missing,-bugprone-exception-escape,-bugprone-narrowing-conversions,-bugprone-implicit-widening-of-multiplication-result,cert-err*,-cert-err58-cpp,clang-analyzer-*,-clang-analyzer-security.FloatLoopCounter'; }

stages=("$@")
(( ${#stages[@]} )) || stages=(packages format build test sanitize tidy)
for stage in "${stages[@]}"; do
    [[ $(type -t "stage_$stage") == function ]] || { echo "run.sh: there is no stage \"$stage\"" >&2; exit 2; }
done
for stage in "${stages[@]}"; do
    started=$SECONDS
    echo "== $stage"
    "stage_$stage"
    summary+=("$(printf '%-9s passed in %d s' "$stage" $((SECONDS - started)))")
done

echo
printf '%s\n' "${summary[@]}"
