#!/usr/bin/env bash
# Runs a program of Windows on this machine: tests/wine.sh PROGRAM.exe ARGUMENTS. Status 125: there is no wine.
set -euo pipefail

wine=$(command -v /usr/lib/wine/wine64 wine64 wine | head -n 1)
[ -n "$wine" ] || { echo "there is no wine (package wine64)" >&2; exit 125; }

target=${CARGO_TARGET_DIR:-$(realpath "$(dirname "$0")/..")/target}
mkdir -p "$target"
export WINEPREFIX=${WINEPREFIX:-$(realpath "$target")/wine} WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll

# Makes the folder that wine takes for a disk. Wine before version 9 has no ProcessPrng, by which Rust seeds its hash maps.
prepare() {
    "$wine" cmd /c exit
    [ -e "$library" ] || x86_64-w64-mingw32-gcc -shared -o "$library" -x c - -ladvapi32 <<'C'
__declspec(dllimport) unsigned char SystemFunction036(void *bytes, unsigned long length);
__declspec(dllexport) int ProcessPrng(void *bytes, unsigned long long length) { return SystemFunction036(bytes, length); }
C
}

# Many tests may start at once: the first one prepares, the others wait.
exec 9>"$target/wine.lock"
flock 9
[ -e "$library" ] || prepare >/dev/null 2>&1 </dev/null 9>&- || { echo "wine cannot be set up" >&2; exit 125; }
exec 9>&-

exec "$wine" "$@"
