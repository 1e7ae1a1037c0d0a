#!/usr/bin/env bash
# Makes the Python wheel: package/wheel.sh [--debug] [--musl] [--test]
#
# Writes dist/ninuki-VERSION-cp39-abi3-*.whl, for Python 3.9 and later on machines like this one. With --test it is then
# installed into a fresh virtual environment and tested by tests/python. With --debug the wheel has all assertions, and its build
# uses the libraries of the tests; it is no wheel to publish. With --musl the wheel is for Linux with musl, as Alpine has it; the
# C compiler is zig, from the package index. It needs Rust, Python with venv, and a package
# index for pip. Its tools are installed in a temporary folder. On Windows it runs in the bash of Git.
set -euo pipefail
cd "$(dirname "$0")/.."
source package/reproducible.sh
source package/licences.sh

debug= musl= test=
for option in "$@"; do
    case $option in
    --debug) debug=yes ;;
    --musl) musl=yes ;;
    --test) test=yes ;;
    *) echo "error: there is no option $option" >&2; exit 2 ;;
    esac
done
python=${PYTHON:-python3}
# The folder of the programs of a virtual environment, and the ending of programs.
programs=bin ending=
case $(uname -s) in MINGW* | MSYS*) programs=Scripts ending=.exe python=${PYTHON:-python} ;; esac
scratch=$(mktemp -d)
libraries=$PWD/frontend/python/LICENSES-OF-LIBRARIES
trap 'rm -rf "$scratch" "$libraries"' EXIT

# Installs PACKAGES into the virtual environment NAME: environment NAME PACKAGE...
environment() {
    local name=$1
    shift
    "$python" -m venv "$scratch/$name"
    "$scratch/$name/$programs/python" -m pip install --quiet --disable-pip-version-check "$@"
}

mkdir -p dist
rm -f dist/ninuki-*.whl
environment build "maturin${musl:+[zig]}>=1.9,<2"
licences ninuki-python >"$libraries"
maturin() { "$scratch/build/$programs/maturin" build --quiet --locked --manifest-path frontend/python/Cargo.toml --out dist "$@"; }
target=$(rustc --print host-tuple)
if [ -n "$musl" ]; then
    target=$(uname -m)-unknown-linux-musl
    rustup target add "$target"
    # maturin finds the zig of its package.
    PATH=$scratch/build/$programs:$PATH
fi
if [ -n "$debug" ]; then
    maturin --profile dev ${musl:+--zig --target "$target"}
else
    RUSTFLAGS=$sources maturin --release --target "$target" ${musl:+--zig}
fi
wheel=$(ls dist/ninuki-*.whl)
echo "$wheel: $(stat -c %s "$wheel") bytes"

if [ -n "$test" ] && [ -n "$musl" ] && ! ldd --version 2>&1 | grep -q musl; then
    echo "LEFT OUT: tests of the wheel for musl: this machine has another libc" >&2
elif [ -n "$test" ]; then
    environment test "$wheel" --requirement tests/python/requirements.txt
    [ -n "${PROGRAMS_BUILT-}" ] || cargo build --quiet --locked --package ninuki --bin ninuki
    export PYTHONDONTWRITEBYTECODE=1
    NINUKI=$(realpath "${CARGO_TARGET_DIR:-target}/debug/ninuki$ending") "$scratch/test/$programs/python" -m pytest -q tests/python
fi
