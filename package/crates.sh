#!/usr/bin/env bash
# Publishes the crates in the order of their dependencies: package/crates.sh [--publish], by default a dry run.
#
# It needs Cargo 1.90. With --publish the token of the registry is in CARGO_REGISTRY_TOKEN.
set -euo pipefail
cd "$(dirname "$0")/.."

private=(bench trainer tests referee wasm ninuki-wasm ninuki-rules ninuki-python)
mode=(--dry-run --no-verify)
if [ "${1:-}" = --publish ]; then mode=(); fi
cargo publish --workspace "${private[@]/#/--exclude=}" --locked "${mode[@]}"
