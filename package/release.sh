#!/usr/bin/env bash
# Makes a release: package/release.sh [--partial] [--debug] [TARGET...], by default all of them.
#
# Writes ninuki-VERSION-TARGET.tar.gz or .zip and SHA256SUMS into dist/: the programs, LICENSE, the licences of
# the libraries, README, manual pages, completions. The target "gomocup" is the ZIP for Gomocup. A target that cannot be built
# here is skipped with a message; then the exit status is 1, or 0 with --partial. package/try.sh starts the programs. With --debug
# they have all assertions, and their builds take a third of the time.
set -euo pipefail
cd "$(dirname "$0")/.."
source package/reproducible.sh
source package/licences.sh

partial= profile=release
while [[ ${1:-} == --* ]]; do
    case $1 in
    --partial) partial=yes ;;
    --debug) profile=dev ;;
    *) echo "error: there is no option $1" >&2; exit 2 ;;
    esac
    shift
done
[ $# -gt 0 ] || set -- x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu gomocup

version=$(cargo pkgid --locked --package ninuki)
version=${version##*[#@]}
built=${CARGO_TARGET_DIR:-target}
folder=$built
# Those of tests/targets.sh.
[ "$profile" = release ] || folder=$built/machines
dist=$PWD/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$dist"
rm -f "$dist"/*.tar.gz "$dist"/*.zip "$dist/SHA256SUMS"

missing=()
leave_out() {
    echo "LEFT OUT: $1: $2" >&2
    missing+=("$1")
}

# Says what this machine lacks to build for TARGET; nothing if it lacks nothing.
lacking() {
    case $1 in
    x86_64-pc-windows-gnu | gomocup)
        command -v zip >/dev/null || echo "there is no zip"
        command -v x86_64-w64-mingw32-gcc >/dev/null || echo "there is no x86_64-w64-mingw32-gcc (package mingw-w64)"
        ;;
    esac
}

# Builds both programs for TARGET. Those for Linux are static: they need nothing of the system.
build() {
    local rustflags=$flags
    case $1 in
    *-windows-*) rustflags=$windows_flags ;;
    # The linker that comes with Rust knows all machines.
    *-musl) rustflags="$flags -C linker=rust-lld -C linker-flavor=ld.lld" ;;
    esac
    RUSTFLAGS=$rustflags cargo build --profile "$profile" --locked --package ninuki --target "$1" --target-dir "$folder"
}

# The manual pages and completions: the same for all targets, written by the program of this machine.
pages() {
    local ninuki=$built/debug/ninuki
    [ -n "${PROGRAMS_BUILT-}" ] || cargo build --quiet --locked --package ninuki --bin ninuki
    "$ninuki" man --out "$work/man"
    mkdir "$work/completions"
    "$ninuki" completions bash >"$work/completions/ninuki.bash"
    "$ninuki" completions zsh >"$work/completions/_ninuki"
    "$ninuki" completions fish >"$work/completions/ninuki.fish"
    "$ninuki" completions elvish >"$work/completions/ninuki.elv"
    "$ninuki" completions powershell >"$work/completions/_ninuki.ps1"
}

# Packs what was built for TARGET.
archive() {
    local name=ninuki-$version-$1 program=() ending=tar.gz
    case $1 in
    *-windows-*) program=(ninuki.exe pbrain-ninuki.exe) ending=zip ;;
    *) program=(ninuki pbrain-ninuki) ;;
    esac
    [ -d "$work/man" ] || pages
    mkdir "$work/$name"
    cp "${program[@]/#/$folder/$1/${profile/dev/debug}/}" LICENSE README.md "$work/$name"
    cp -r "$work/man" "$work/completions" "$work/$name"
    licences ninuki --target "$1" >"$work/$name/LICENSES-OF-LIBRARIES"
    (cd "$work" && pack "$dist/$name.$ending" "$name")
}

for target in "$@"; do
    reason=$(lacking "$target")
    if [ -n "$reason" ]; then
        leave_out "$target" "$reason"
    elif [ "$target" = gomocup ]; then
        package/gomocup.sh "$work/gomocup"
        cp "$work/gomocup/Ninuki.zip" "$dist/ninuki-$version-gomocup.zip"
    elif ! rustup target add "$target"; then
        leave_out "$target" "rustup cannot add the target"
    else
        build "$target"
        archive "$target"
    fi
done

cd "$dist"
shopt -s nullglob
archives=(*.tar.gz *.zip)
if [ ${#archives[@]} -gt 0 ]; then
    sha256sum -- "${archives[@]}" | tee SHA256SUMS
fi
[ ${#missing[@]} -eq 0 ] || [ -n "$partial" ]
