#!/usr/bin/env bash
# The page in a real browser: tests/web/run.sh [FILE...], by default all tests. It needs node, npm and chromium.
# With SITE=FOLDER, what package/site.sh has built, the page of that folder is tested with its engine, too.
# With PAGE=FOLDER, frontend/web/page, the files of the page come from there instead of from the program.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
export NINUKI=${NINUKI:-$target/debug/ninuki} MODULES=$target/web-tests PAGE=${PAGE:+$(cd "$root" && realpath "$PAGE")} SITE=${SITE:+$(cd "$root" && realpath "$SITE")}

[ -x "$NINUKI" ] || (cd "$root" && cargo build --locked --package ninuki)
mkdir -p "$MODULES"
cp package.json package-lock.json "$MODULES"
npm ci --prefix "$MODULES" --no-audit --no-fund --loglevel=error
"$MODULES/node_modules/.bin/tsc" -p tsconfig.json
files=("${@:-}")
[ -n "${files[0]}" ] || files=(*.test.mjs)
# Two at a time: browsers wait more than they work.
node --test --test-concurrency=2 --test-timeout=300000 "${files[@]}"
