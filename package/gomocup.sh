#!/usr/bin/env bash
# Builds the ZIP that Gomocup takes: package/gomocup.sh [FOLDER], by default target/gomocup.
#
# Optional: neither the build nor the tests need it. It needs the target x86_64-pc-windows-gnu of rustup, the linker
# x86_64-w64-mingw32-gcc and zip (Debian: gcc-mingw-w64-x86-64-posix, zip).
set -euo pipefail
cd "$(dirname "$0")/.."
source package/reproducible.sh

name=Ninuki
target=x86_64-pc-windows-gnu
out=$(realpath -m "${1:-target/gomocup}")
most_zip=$((8 * 1000 * 1000))     # bytes, without a wish for more
most_folder=$((70 * 1000 * 1000)) # bytes, once unpacked

for tool in rustup x86_64-w64-mingw32-gcc zip; do
    command -v "$tool" >/dev/null || { echo "error: $tool is missing" >&2; exit 2; }
done
rustup target list --installed | grep -qx "$target" || rustup target add "$target"

# Gomocup's machines have AVX2 (x86-64-v3); nothing but the program itself is to be shipped.
export RUSTFLAGS="$windows_flags -C target-cpu=x86-64-v3"
cargo build --locked --release --target "$target" -p ninuki --bin pbrain-ninuki
built=${CARGO_TARGET_DIR:-target}/$target/release/pbrain-ninuki.exe

# The programs lie at the top; the one for 64 bits is what the managers prefer. The ZIP is named without pbrain-.
rm -rf "$out"
mkdir -p "$out"
cp "$built" "$out/pbrain-${name}64.exe"
(cd "$out" && pack "$name.zip" "pbrain-${name}64.exe")

size() { stat -c %s "$1"; }
zipped=$(size "$out/$name.zip")
folder=$(size "$out/pbrain-${name}64.exe")
echo "$out/$name.zip: $zipped bytes, $folder unpacked"
[ "$zipped" -le "$most_zip" ] || { echo "error: the ZIP is larger than $most_zip bytes" >&2; exit 1; }
[ "$folder" -le "$most_folder" ] || { echo "error: the program is larger than $most_folder bytes" >&2; exit 1; }
