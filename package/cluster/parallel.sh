#!/usr/bin/env bash
# The parts of a tournament by GNU parallel: parallel.sh N OPTIONS OF NINUKI TOURNAMENT...
# By default as many at a time as there are cores; what PARALLEL_OPTIONS says comes on top, as in
# PARALLEL_OPTIONS="--sshloginfile hosts --workdir ." for machines that share this folder. What fails is tried again.
set -euo pipefail

parts=$1
shift
ninuki=${NINUKI:-ninuki}
# shellcheck disable=SC2086
seq "$parts" | parallel ${PARALLEL_OPTIONS:-} --will-cite --quote --retries 10 --delay 0.2 \
    "$ninuki" tournament "$@" --shard "{}/$parts"
