#!/usr/bin/env bash
# The package for JavaScript: package/javascript.sh [--simd] [--site] [--test] makes dist/ninuki and, with --test, tests it in node and
# in a headless Chromium. With --simd it only makes the modules with SIMD, in half the time: those are no package for others.
# With --site it also makes the first modules of the static site, in target/site.
# It needs Rust and wasm-opt (package binaryen). Tests without their tools are skipped with a message.
set -euo pipefail
cd "$(dirname "$0")/.."
source package/reproducible.sh

target=${CARGO_TARGET_DIR:-target}
wasm=wasm32-unknown-unknown
package=dist/ninuki
first=$target/site

simd_only= site= test=
for option in "$@"; do
    case $option in
    --simd) simd_only=yes ;;
    --site) site=yes ;;
    --test) test=yes ;;
    *) echo "error: there is no option $option" >&2; exit 2 ;;
    esac
done

left_out() { printf 'LEFT OUT: %s\n' "$*" >&2; }

command -v wasm-opt >/dev/null || { left_out "the package for JavaScript: there is no wasm-opt (package binaryen)"; exit 0; }
rustup target add "$wasm" || { left_out "$wasm: rustup cannot add the target"; exit 0; }

# Functions that never read the clock need no code for pauses (asyncify). The tests pause every search at every reading of the
# clock, and fail if this list names too many functions. Some patterns match nothing in one of the builds.
never_left=(core*fmt Display Debug Expected panic raw_vec rust_alloc dlmalloc toml serde quick_xml lz4_flex tiny_skia png gif
    ninuki_book ninuki_records ninuki_pictures ninuki_puzzles ninuki_variants ninuki_random ninuki_eval ninuki_engine*4game4Game6tables
    ninuki_engine*6record ninuki_engine*5rules ninuki_engine*8notation
    _ZN13ninuki_engine{6square9forbidden,6square8position,6square4ends,12position_key}
    _ZN13ninuki_engine6square*SquarePosition*{4zone,7forcing,7replies,8loses_by,10static_win,12threat_state,15replies_against}
    ninuki_service*7actions{4book,7convert,7picture,4read,5write,5board,5games,8position,6puzzle,7threats,13query_version}
    ninuki_service..actions..{book,convert,picture,read,write,board,games,position,puzzle,threats,query_version}..
    ninuki_service*5files ninuki_service*4tree ninuki_service*5start ninuki_service*10dispatcher ninuki_service*4sink
    5slice*4sort 11collections*5btree hashbrown drop_in_place)
removed=$(printf ',*%s*' "${never_left[@]}")
# Features of WebAssembly that Rust uses; SIMD in one build only.
features=(bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext simd)

# build FOLDER/FILE RUSTFLAGS [OPTION...]: one build of the module. They have nothing in common, and can be made at once.
build() {
    local name=${1##*/}
    local folder=$target/${name%.wasm}
    RUSTFLAGS="$sources $2" cargo build --profile wasm --locked --package ninuki-wasm --target "$wasm" --target-dir "$folder" \
        "${@:3}"
    wasm-opt "$folder/$wasm/wasm/ninuki_wasm.wasm" -o "$1" "${features[@]/#/--enable-}" \
        --asyncify --pass-arg=asyncify-imports@host.now "--pass-arg=asyncify-removelist@take,load,refuse${removed}" \
        -Oz --strip-debug --strip-producers --strip-target-features 2> >(grep -v "non-matching pattern" >&2)
}

rm -rf "$package"
mkdir -p "$package"
# Boards that are no vectors take much code where it is fast.
portable=(--config 'profile.wasm.package.ninuki-engine.opt-level="z"')
small="--cfg small_module"
simd="-C target-feature=+simd128"
if [ -n "$simd_only" ]; then
    build "$package/ninuki-simd.wasm" "$small $simd" &
    build "$package/ninuki-full-simd.wasm" "$simd" --features full
else
    { build "$package/ninuki.wasm" "$small" "${portable[@]}" && build "$package/ninuki-full.wasm" "" --features full "${portable[@]}"; } &
    build "$package/ninuki-simd.wasm" "$small $simd"
    build "$package/ninuki-full-simd.wasm" "$simd" --features full
fi
wait $!
if [ -n "$site" ]; then
    rm -rf "$first"
    mkdir -p "$first"
    build "$first/ninuki-first-simd.wasm" "$small $simd" --no-default-features
    [ -n "$simd_only" ] || build "$first/ninuki-first.wasm" "$small" --no-default-features "${portable[@]}"
fi
# The rules alone: a module that is a part of its script, so that it needs no promise.
rules=$target/ninuki-rules
RUSTFLAGS="$sources --cfg rules_module" cargo build --profile wasm --locked --package ninuki-rules --target "$wasm" \
    --target-dir "$rules" "${portable[@]}"
wasm-opt "$rules/$wasm/wasm/ninuki_rules.wasm" -o "$rules/ninuki-rules.wasm" "${features[@]/#/--enable-}" \
    -Oz --strip-debug --strip-producers --strip-target-features
cargo run --quiet --locked --example split_weights -- "$package/weights"
cp LICENSE frontend/wasm/js/* "$package"
# Bundlers take along the files whose URLs stand in the code.
{
    echo "// The files that the engine fetches. package/javascript.sh writes this."
    echo "export const files = {"
    (cd "$package" && for file in *.wasm weights/*; do
        printf '  "%s": new URL("./%s", import.meta.url),\n' "$file" "$file"
    done)
    echo "};"
} >"$package/files.js"
{
    echo "// The module of the rules in base64. package/javascript.sh writes this."
    printf 'export const module =\n  "%s";\n' "$(base64 -w0 "$rules/ninuki-rules.wasm")"
} >"$package/rules-module.js"
for file in "$package"/*.wasm ${site:+"$first"/*.wasm} "$package"/rules-module.js "$package"/weights/*; do
    printf '%-40s %8d bytes, %7d gzipped\n' "$file" "$(wc -c <"$file")" "$(gzip -9 <"$file" | wc -c)"
done

[ -n "$test" ] || exit 0

# at_most BYTES FILE...: how large files may be when they are gzipped, if they are there.
at_most() {
    local most=$1 file
    for file in "${@:2}"; do
        [ ! -f "$file" ] || [ "$(gzip -9 <"$file" | wc -c)" -le "$most" ] || { echo "$file has more than $most bytes when it is gzipped"; exit 1; }
    done
}
# Without SIMD, which is not always built, they are a little larger.
at_most 612000 "$package"/ninuki.wasm
at_most 602000 "$package"/ninuki-simd.wasm
at_most 1245000 "$package"/ninuki-full.wasm
at_most 1217000 "$package"/ninuki-full-simd.wasm
at_most 445000 "$first"/ninuki-first.wasm
at_most 440000 "$first"/ninuki-first-simd.wasm

# The rules alone, whole.
cat "$package"/rules.js "$package"/rules-module.js >"$rules/whole.js"
at_most 120000 "$rules/whole.js"

# The types, by the strictest rules of the compiler.
types() {
    local project
    project=$(mktemp -d)
    (
        cd "$project"
        npm install --silent --no-fund --no-audit typescript@5 "$1" || exit 3
        cp "$2" types.ts
        npx tsc --strict --noEmit --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noUnusedLocals --target es2022 \
            --lib es2022,dom --module nodenext types.ts
    ) || case $? in
    3) left_out "the types of the package: npm cannot install typescript" ;;
    *) exit 1 ;;
    esac
    rm -rf "$project"
}
command -v node >/dev/null || { left_out "tests of the package: there is no node"; exit 0; }
[ -n "${PROGRAMS_BUILT-}" ] || cargo build --locked --package ninuki
types "$PWD/$package" "$PWD/frontend/wasm/tests/types.ts"
NINUKI_WASM=$PWD/$package NINUKI_FIRST=${site:+$(realpath "$first")} NINUKI=$(realpath "$target/debug/ninuki") node --test frontend/wasm/tests/
if ! command -v chromium >/dev/null; then
    left_out "tests of the package in a browser: there is no chromium"
else
    node frontend/wasm/tests/browser.mjs "$PWD/$package" chromium
fi
