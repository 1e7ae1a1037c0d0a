#!/usr/bin/env bash
# The board as a static site: package/site.sh makes dist/site, which any file server can serve. The files are those of `ninuki web`;
# the engine is the package for JavaScript, in a worker. It needs node and what package/javascript.sh needs.
set -euo pipefail
cd "$(dirname "$0")/.."

site=dist/site
[ -n "${ENGINE_BUILT-}" ] || package/javascript.sh --site
[ -f dist/ninuki/worker.js ] || { echo "error: there is no engine in dist/ninuki" >&2; exit 1; }

rm -rf "$site"
mkdir -p "$site/engine"
cp frontend/web/page/* frontend/puzzles/src/shipped/puzzles.jsonl.gz LICENSE "$site"
cp -r dist/ninuki/{worker.js,engine.js,files.js,ninuki*.wasm,weights} "${CARGO_TARGET_DIR:-target}"/site/*.wasm "$site/engine"
for file in "$site"/engine/ninuki-first*.wasm; do
    file=${file##*/}
    sed -i "s|^};|  \"$file\": new URL(\"./$file\", import.meta.url),\n};|" "$site/engine/files.js"
done
# One script in place of three that import one another: two round trips less until the engine loads.
(
    cd "$site/engine"
    sed -E '/^import \{ (files|Engine) \} from/d; s/^export //' files.js engine.js worker.js >worker-whole.js
    mv worker-whole.js worker.js
    ! grep -qE '^(import|export) ' worker.js || { echo "error: the worker of the site has imports" >&2; exit 1; }
)
# The first build lacks files, pictures and puzzles. The answers of the whole one about itself spare its load.
node --input-type=module - "$PWD/$site/engine" >"$site/engine/about.json" <<'SCRIPT'
const { Engine } = await import(`file://${process.argv[2]}/engine.js`);
const answers = {};
const answer = (text) => { const { id, ...found } = JSON.parse(text); answers[id] = found; };
const engine = await Engine.start({ answer, failed: (reason) => { throw new Error(reason); }, hash: 1, full: true });
for (const action of ["games", "query_version"]) engine.take(JSON.stringify({ id: action, action }));
process.stdout.write(JSON.stringify(answers));
SCRIPT
# The examples of the board element, which the board itself does not need.
examples=(examples.html examples.css examples.js board.js index.js rules.js rules-module.js)
cp "${examples[@]/#/dist/ninuki/}" "$site/engine"
worker="engine/worker.js?later"
# The engine begins to load before the rest of the page: index.html names config.js first.
cat >"$site/config.js" <<CONFIG
const begun = [new Worker(new URL("$worker", import.meta.url), { type: "module" })];
begun[0].postMessage({ start: {} });
export const engine = { kind: "worker", path: "$worker", begun };
export const offline = "offline.js";
CONFIG

# All modules of the first load are asked for at once, not level by level of their imports.
node --input-type=module - "$site" <<'SCRIPT'
import { readFileSync, writeFileSync } from "node:fs";
const site = process.argv[2];
const found = new Set(["main.js"]);
for (const name of found) for (const [, next] of readFileSync(`${site}/${name}`, "utf8").matchAll(/^(?:import|export) [^;]*?from "\.\/([^"]+)";/gm)) found.add(next);
const page = readFileSync(`${site}/index.html`, "utf8");
const links = [...found].filter((name) => name !== "main.js" && name !== "config.js").map((name) => `<link rel="modulepreload" href="${name}">\n`);
const main = '<script type="module" src="main.js"></script>';
if (found.size < 20 || !page.includes(main)) throw new Error("the modules of the page are not found");
const styles = '<link rel="stylesheet"';
const early = '<script type="module" async src="config.js"></script>';
writeFileSync(`${site}/index.html`, page.replace(styles, `${early}\n${styles}`).replace(main, `${main}\n${links.join("")}`.trimEnd()));
SCRIPT

# Files of the offline cache: all of the board, under a name that changes with their contents.
mapfile -t files < <(cd "$site" && find . -type f | grep -vxF "$(printf './engine/%s\n' "${examples[@]}" ninuki.wasm ninuki-simd.wasm)" | sort)
version=$(cd "$site" && cat "${files[@]}" | sha256sum | cut -c 1-16)
{
    printf 'const version = "%s";\nconst files = ["./"' "$version"
    printf ', "%s"' "${files[@]}" "$worker"
    printf '];\n'
    cat frontend/web/site/offline.js
} >"$site/offline.js"
printf '%s: %d files, %s\n' "$site" "$(find "$site" -type f | wc -l)" "$(du -sh "$site" | cut -f 1)"
