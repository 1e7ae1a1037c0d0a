#!/usr/bin/env bash
# How many lines of each library the tests of the library itself run: tests/coverage.sh [CRATE...], by default the main ones.
# It needs cargo-llvm-cov (`cargo install cargo-llvm-cov`) and the component llvm-tools.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- engine search records service matches protocol engines
if ! cargo llvm-cov --version >/dev/null 2>&1; then
    echo "LEFT OUT: coverage: there is no cargo-llvm-cov" >&2
    exit 0
fi
printf '%-10s %8s %8s %6s\n' crate lines missed share
for name in "$@"; do
    folder=$name
    [ -d "$folder" ] || folder=frontend/$name
    report=$(cargo llvm-cov --locked --quiet --package "ninuki-$name" --json --summary-only 2>/dev/null)
    python3 - "$name" "$PWD/$folder/src/" "$report" <<'PYTHON'
import json
import sys

name, folder, report = sys.argv[1:]
files = [file for file in json.loads(report)["data"][0]["files"] if file["filename"].startswith(folder)]
lines, covered = (sum(file["summary"]["lines"][key] for file in files) for key in ("count", "covered"))
print(f"{name:10} {lines:8} {lines - covered:8} {100 * covered / lines:5.1f}%")
PYTHON
done
