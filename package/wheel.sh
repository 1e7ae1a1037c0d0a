#!/usr/bin/env bash
# Makes the Python wheel: package/wheel.sh [--debug] [--test]
#
# Writes dist/ninuki-VERSION-cp39-abi3-*.whl, for Python 3.9 and later on machines like this one. With --test it is then
# installed into a fresh virtual environment and tested by tests/python. With --debug the wheel has all assertions, and its build
# uses the libraries of the tests; it is no wheel to publish. It needs Rust, Python with venv, and a package
# index for pip. Its tools are installed in a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."
source package/reproducible.sh
source package/licences.sh

debug= test=
for option in "$@"; do
    case $option in
    --debug) debug=yes ;;
    --test) test=yes ;;
    *) echo "error: there is no option $option" >&2; exit 2 ;;
    esac
done
python=${PYTHON:-python3}
scratch=$(mktemp -d)
libraries=$PWD/frontend/python/LICENSES-OF-LIBRARIES
trap 'rm -rf "$scratch" "$libraries"' EXIT

# Installs PACKAGES into the virtual environment NAME: environment NAME PACKAGE...
environment() {
    local name=$1
    shift
    "$python" -m venv "$scratch/$name"
    "$scratch/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
}

mkdir -p dist
rm -f dist/ninuki-*.whl
environment build 'maturin>=1.9,<2'
licences ninuki-python >"$libraries"
maturin() { "$scratch/build/bin/maturin" build --quiet --locked --manifest-path frontend/python/Cargo.toml --out dist "$@"; }
if [ -n "$debug" ]; then
    maturin --profile dev
else
    RUSTFLAGS=$sources maturin --release --target "$(rustc --print host-tuple)"
fi
wheel=$(ls dist/ninuki-*.whl)
echo "$wheel: $(stat -c %s "$wheel") bytes"

if [ -n "$test" ]; then
    environment test "$wheel" --requirement tests/python/requirements.txt
    [ -n "${PROGRAMS_BUILT-}" ] || cargo build --quiet --locked --package ninuki --bin ninuki
    export PYTHONDONTWRITEBYTECODE=1
    NINUKI=$(realpath "${CARGO_TARGET_DIR:-target}/debug/ninuki") "$scratch/test/bin/python" -m pytest -q tests/python
fi
