#!/usr/bin/env bash
# Runs the fuzz targets for a long time: tests/fuzz.sh [SECONDS [TARGET...]], by default an hour for each of them. Inputs that
# fail are kept in target/fuzz/failures. With cargo-fuzz and a nightly compiler libFuzzer looks for inputs, guided by coverage and
# with the address sanitizer; without, the targets are fed with changed seeds.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-3600}
shift $(($# > 0))
target=${CARGO_TARGET_DIR:-target}
work=$PWD/$target/fuzz
[[ $target != /* ]] || work=$target/fuzz
failures=$work/failures
mkdir -p "$failures"
at_once=${FUZZ_JOBS:-$(nproc)}
mapfile -t known < <(sed -n 's/^path = "fuzz_targets\/\(.*\)\.rs"$/\1/p' tests/fuzz/Cargo.toml)
[ $# -gt 0 ] || set -- "${known[@]}"
targets=("$@")
for name in "${targets[@]}"; do
    [[ " ${known[*]} " == *" $name "* ]] || { echo "error: there is no target $name, but ${known[*]}" >&2; exit 2; }
done

# Seeds changed by chance, on any compiler.
by_chance() {
    echo "LEFT OUT: libFuzzer: there is no cargo-fuzz with a nightly compiler" >&2
    cargo build --locked --package tests --bin fuzz
    export PROGRAM=$target/debug/fuzz SECONDS_EACH=$seconds FAILURES=$failures
    printf '%s\n' "${targets[@]}" | xargs -P "$at_once" -I{} bash -c \
        '"$PROGRAM" {} --seconds "$SECONDS_EACH" --seed "$RANDOM" --failures "$FAILURES"'
}

# Inputs found by coverage; the corpus is kept for the next time.
by_coverage() {
    cd tests
    cargo +nightly fuzz build --fuzz-dir fuzz --target-dir "$work/build"
    export WORK=$work SECONDS_EACH=$seconds
    printf '%s\n' "${targets[@]}" | xargs -P "$at_once" -I{} bash -c '
        mkdir -p "$WORK/corpus/{}" "$WORK/failures/{}"
        if cargo +nightly fuzz run --fuzz-dir fuzz --target-dir "$WORK/build" {} "$WORK/corpus/{}" fuzz/seeds/{} -- \
            -max_total_time="$SECONDS_EACH" -timeout=20 -rss_limit_mb=3000 -max_len=65536 -detect_leaks=0 -verbosity=0 \
            -artifact_prefix="$WORK/failures/{}/" -print_final_stats=1 >"$WORK/{}.log" 2>&1; then
            echo "{}: $(sed -n "s/^stat::number_of_executed_units: *//p" "$WORK/{}.log") inputs passed"
        else
            echo "{}: FAILED, see $WORK/{}.log"; exit 1
        fi'
}

if cargo +nightly fuzz --version >/dev/null 2>&1; then by_coverage; else by_chance; fi
