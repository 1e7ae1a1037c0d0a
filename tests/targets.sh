#!/usr/bin/env bash
# Compares results on other machines with those on this one. Machines without their tools are skipped with a message.
set -euo pipefail
cd "$(dirname "$0")/.."
source package/reproducible.sh

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
target=${CARGO_TARGET_DIR:-target}
# Cargo locks a target folder while it builds: this one is not that of the tests.
machines=$target/machines
native=$(rustc --print host-tuple)
wasm=wasm32-unknown-unknown
arm=aarch64-unknown-linux-musl
windows=x86_64-pc-windows-gnu
# The linker that comes with Rust knows all machines.
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld

left_out() { printf 'LEFT OUT: %s\n' "$*" >&2; }

# Whether programs of a target can be made and run here: has TARGET, and what it needs.
has() {
    case $1 in
    "$wasm") command -v node >/dev/null || { left_out "$1: there is no node to run it"; return 1; } ;;
    "$arm")
        command -v qemu-aarch64 >/dev/null || { left_out "$1: there is no qemu-aarch64 (package qemu-user)"; return 1; }
        ;;
    "$windows")
        command -v x86_64-w64-mingw32-gcc >/dev/null ||
            { left_out "$1: there is no x86_64-w64-mingw32-gcc (package mingw-w64)"; return 1; }
        tests/wine.sh cmd /c exit || { left_out "$1: nothing here runs it"; return 1; }
        ;;
    esac
    rustup target add "$1" || { left_out "$1: rustup cannot add the target"; return 1; }
}

# The report of a machine, by its target.
report() {
    case $1 in
    "$native") "$machines/debug/report" ;;
    "$wasm") node tests/wasm/run.mjs "$machines/$1/debug/wasm.wasm" ;;
    "$arm") qemu-aarch64 "$machines/$1/debug/report" ;;
    "$windows") tests/wine.sh "$machines/$1/debug/report.exe" ;;
    esac >"$reports/$1" || { cat "$reports/$1"; return 1; }
}

others=()
for machine in "$wasm" "$arm" "$windows"; do
    if has "$machine"; then others+=("$machine"); fi
done

# With all assertions, as the tests of this machine, and with the flags of package/release.sh, whose option --debug then need not
# build the same again.
for machine in "${others[@]}"; do
    rustflags=$sources
    if [ "$machine" = "$windows" ]; then rustflags=$windows_flags; fi
    RUSTFLAGS=$rustflags cargo build --locked --package wasm --target "$machine" --target-dir "$machines"
done
# The features of the report alone: without threads, which make a search differ from run to run.
cargo build --locked --package wasm --bin report --target-dir "$machines"
report "$native"
cat "$reports/$native"
if grep -E 'differs|: false' "$reports/$native" | grep -v '^tables'; then exit 1; fi
for machine in "${others[@]}"; do
    report "$machine"
    diff "$reports/$native" "$reports/$machine"
    printf '%s: the same report\n' "$machine"
done

if [[ " ${others[*]} " == *" $windows "* ]]; then
    WINEPREFIX=$(realpath "$target")/wine timeout 60 /usr/lib/wine/wineserver -w
fi
