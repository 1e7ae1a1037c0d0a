#!/usr/bin/env bash
# The board as a static site: package/site.sh makes dist/site, which any file server can serve. The files are those of `ninuki web`;
# the engine is the package for JavaScript, in a worker. It needs what package/javascript.sh needs.
set -euo pipefail
cd "$(dirname "$0")/.."

site=dist/site
[ -n "${ENGINE_BUILT-}" ] || package/javascript.sh
[ -f dist/ninuki/worker.js ] || { echo "error: there is no engine in dist/ninuki" >&2; exit 1; }

rm -rf "$site"
mkdir -p "$site/engine"
cp frontend/web/page/* frontend/puzzles/src/shipped/puzzles.jsonl.gz LICENSE "$site"
cp -r dist/ninuki/{worker.js,engine.js,files.js,ninuki-full*.wasm,weights} "$site/engine"
# The examples of the board element, which the board itself does not need.
examples=(examples.html examples.css examples.js board.js index.js rules.js rules-module.js)
cp "${examples[@]/#/dist/ninuki/}" "$site/engine"
worker="engine/worker.js?full"
cat >"$site/config.js" <<CONFIG
export const engine = { kind: "worker", path: "$worker" };
export const offline = "offline.js";
CONFIG

# Files of the offline cache: all of the board, under a name that changes with their contents.
mapfile -t files < <(cd "$site" && find . -type f | grep -vxF "$(printf './engine/%s\n' "${examples[@]}")" | sort)
version=$(cd "$site" && cat "${files[@]}" | sha256sum | cut -c 1-16)
{
    printf 'const version = "%s";\nconst files = ["./"' "$version"
    printf ', "%s"' "${files[@]}" "$worker"
    printf '];\n'
    cat frontend/web/site/offline.js
} >"$site/offline.js"
printf '%s: %d files, %s\n' "$site" "$(find "$site" -type f | wc -l)" "$(du -sh "$site" | cut -f 1)"
