#!/usr/bin/env bash
# Starts what package/release.sh has made: each archive of dist/, unpacked into an empty folder.
set -euo pipefail
cd "$(dirname "$0")/.."

dist=$PWD/dist
wine=$PWD/tests/wine.sh
version=$(cargo pkgid --locked --package ninuki)
version=${version##*[#@]}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# Messages of wine when it sometimes fails to start a process; the command is then run again.
wine_failure='wine client error|os error 1359'

# Runs a command and looks for a line that matches PATTERN: expect WHAT PATTERN COMMAND...
expect() {
    local what=$1 pattern=$2 attempt
    shift 2
    for attempt in 1 2 3; do
        if "$@" 2>&1 </dev/null | tr -d '\r' >"$work/output" && grep -Eq -- "$pattern" "$work/output"; then
            echo "  $what: $(grep -E -m 1 -- "$pattern" "$work/output")"
            return
        fi
        grep -Eq "$wine_failure" "$work/output" || break
        echo "  $what: wine failed in attempt $attempt"
    done
    echo "  $what: FAILED: no line is $pattern in:"
    cat "$work/output"
    failures=$((failures + 1))
}

# A move of ENGINE by the protocol.
dialogue() { printf 'ABOUT\nSTART 15\nINFO timeout_turn 200\nTURN 7,7\nEND\n' | "${runner[@]}" "$1"; }

# How programs for TARGET run here; fails if they do not.
runner_of() {
    runner=()
    case $1 in
    "$(uname -m)"-unknown-linux-*) ;;
    *-unknown-linux-*) runner=("qemu-${1%%-*}") ;;
    *-windows-* | gomocup) runner=("$wine") ;;
    esac
    [ ${#runner[@]} -eq 0 ] || command -v "${runner[0]}" >/dev/null || return 1
    [ "${runner[*]}" != "$wine" ] || command -v /usr/lib/wine/wine64 wine64 wine >/dev/null
}

try_program() {
    local ninuki=("${runner[@]}" "./ninuki$1")
    expect version "^ninuki $version\$" "${ninuki[@]}" --version
    expect rules "^ndengrod " "${ninuki[@]}" rules
    expect perft "^360$" "${ninuki[@]}" perft --rules pente --depth 2
    expect analysis "^best move " "${ninuki[@]}" analyze --rules pente --moves "K10 L9" --depth 5
    expect match "^match +one - two" "${ninuki[@]}" tournament --engine "cmd=self name=one nodes=20" \
        --engine "cmd=self name=two nodes=20" --games 2 --journal games.jsonl
    expect check "^protocol +[0-9]+ passed, 0 failed, 0 not offered" "${ninuki[@]}" check --untimed self
    expect pages "^\.TH " cat man/ninuki.1 man/ninuki-tournament.1
    expect completions "analyze" cat completions/ninuki.bash
}

(cd "$dist" && sha256sum --check --quiet SHA256SUMS && echo "SHA256SUMS holds")
shopt -s nullglob
for archive in "$dist"/ninuki-*.{tar.gz,zip}; do
    name=$(basename "$archive")
    name=${name%.tar.gz}
    name=${name%.zip}
    target=${name#"ninuki-$version-"}
    echo "$name"
    if ! runner_of "$target"; then
        echo "LEFT OUT: $name: nothing here runs it" >&2
        continue
    fi
    mkdir "$work/$target"
    cd "$work/$target"
    case $archive in
    *.zip) unzip -q "$archive" ;;
    *) tar --extract --gzip --file "$archive" ;;
    esac
    case $target in
    gomocup) expect "move" "^[0-9]+,[0-9]+$" dialogue ./pbrain-Ninuki64.exe ;;
    *-windows-*)
        cd "$name"
        try_program .exe
        expect "move" "^[0-9]+,[0-9]+$" dialogue ./pbrain-ninuki.exe
        ;;
    *)
        cd "$name"
        try_program ""
        expect "move" "^[0-9]+,[0-9]+$" dialogue ./pbrain-ninuki
        ;;
    esac
done
[ "$failures" -eq 0 ]
