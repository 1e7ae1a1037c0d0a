#!/usr/bin/env bash
# Whether all runs on other machines as it does on this one. What this machine lacks is left out, and said so.
set -euo pipefail
cd "$(dirname "$0")/.."

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
target=${CARGO_TARGET_DIR:-target}

left_out() { printf 'LEFT OUT: %s\n' "$*" >&2; }

cargo build --release --locked --package wasm --bin report
"$target/release/report" >"$reports/native"
cat "$reports/native"
if grep -E 'differs|: false' "$reports/native" | grep -v '^tables'; then exit 1; fi

# Compares the report of another machine with that of this one.
compare() { diff "$reports/native" "$reports/$1" && printf '%s: the same report\n' "$1"; }

wasm=wasm32-unknown-unknown
if ! command -v node >/dev/null; then
    left_out "$wasm: there is no node to run it"
elif ! rustup target add "$wasm"; then
    left_out "$wasm: rustup cannot add the target"
else
    cargo build --release --locked --package wasm --lib --target "$wasm"
    node tests/wasm/run.mjs "$target/$wasm/release/wasm.wasm" >"$reports/$wasm" || { cat "$reports/$wasm"; exit 1; }
    compare "$wasm"
fi

arm=aarch64-unknown-linux-musl
if ! command -v qemu-aarch64 >/dev/null; then
    left_out "$arm: there is no qemu-aarch64 (package qemu-user)"
elif ! rustup target add "$arm"; then
    left_out "$arm: rustup cannot add the target"
else
    # The linker that comes with Rust knows all machines.
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
    cargo build --release --locked --package wasm --bin report --target "$arm"
    qemu-aarch64 "$target/$arm/release/report" >"$reports/$arm" || { cat "$reports/$arm"; exit 1; }
    compare "$arm"
fi

windows=x86_64-pc-windows-gnu
if ! command -v x86_64-w64-mingw32-gcc >/dev/null; then
    left_out "$windows: there is no x86_64-w64-mingw32-gcc (package mingw-w64)"
elif ! tests/wine.sh cmd /c exit; then
    left_out "$windows: nothing here runs it"
elif ! rustup target add "$windows"; then
    left_out "$windows: rustup cannot add the target"
else
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$PWD/tests/wine.sh
    cargo run --quiet --release --locked --package wasm --bin report --target "$windows" >"$reports/$windows" ||
        { cat "$reports/$windows"; exit 1; }
    compare "$windows"
    # The suites compare what does not depend on the machine, at length: here those of the libraries' own modules.
    cargo test --locked --package ninuki-engine --package ninuki-search --lib --target "$windows"
fi
