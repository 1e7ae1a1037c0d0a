#!/usr/bin/env bash
# Memory and threads, looked at by Miri and by sanitizers: tests/sanitize.sh [miri|address|thread...], by default all three.
# It needs a nightly compiler with Miri and the sources of the standard library. A step without its tools prints LEFT OUT.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${CARGO_TARGET_DIR:-target}/sanitize
host=$(rustc --print host-tuple)
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=1

left_out() { printf 'LEFT OUT: %s\n' "$*" >&2; }

# Whether the nightly compiler has a component, or can get it: has COMPONENT WHAT-FOR.
has() {
    rustup component add --toolchain nightly "$1" >/dev/null 2>&1 ||
        { left_out "$2: there is no nightly compiler with $1"; return 1; }
}

# The unsafe code: vectors of every instruction set that Miri knows beside their portable twins, and the border to the
# host of the WebAssembly module.
miri() {
    has miri "Miri" && has rust-src "Miri" || return 0
    local features
    export CARGO_TARGET_DIR=$folder/miri
    for features in "" +avx2 +avx512f,+avx512vl,+avx512bw,+avx512vbmi,+avx512vbmi2; do
        case $host in
        x86_64-*) ;;
        *) [ -z "$features" ] || continue ;;
        esac
        echo "instruction sets: ${features:-the least}"
        # The crate itself is what is interpreted, so nothing else is built for other instruction sets.
        MIRIFLAGS="-Zmiri-disable-isolation${features:+ -C target-feature=$features}" \
            cargo +nightly miri test --package ninuki-engine --lib -- simd:: bytes:: ||
            case $features in
            *avx512*) left_out "AVX-512 under Miri: see above" ;;
            *) return 1 ;;
            esac
    done
    MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --package ninuki-wasm --package ninuki-rules --lib
}

# The tests of the search in which several threads share a table, by a sanitizer: threads NAME FLAG...
threads() {
    local name=$1
    shift
    export CARGO_TARGET_DIR=$folder/$name RUSTFLAGS=-Zsanitizer=$name
    cargo +nightly test "$@" --target "$host" --package ninuki-search --lib --test suite --no-fail-fast -- \
        threads shared_table transposition
}

address() {
    rustc +nightly --version >/dev/null 2>&1 || { left_out "address sanitizer: there is no nightly compiler"; return 0; }
    threads address
}

thread() {
    has rust-src "thread sanitizer" || return 0
    threads thread -Zbuild-std
}

[ $# -gt 0 ] || set -- miri address thread
for step in "$@"; do
    case $step in
    miri | address | thread) ;;
    *) echo "error: there is no step $step, but miri, address and thread" >&2; exit 2 ;;
    esac
done
for step in "$@"; do
    printf '\n== %s\n' "$step"
    ("$step")
done
