# Sourced by the scripts that make archives.

# The licences of the libraries in PACKAGE, the MIT one of those that leave a choice: licences PACKAGE [--target TARGET]
licences() {
    local package version folder
    cargo tree --locked --package "$@" --edges normal --prefix none --format '{p}' | cut -d ' ' -f 1,2 | sort -u |
        while read -r package version; do
            folder=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -maxdepth 2 -name "$package-${version#v}" | head -n 1)
            # Those of this project have no folder there.
            [ -n "$folder" ] || continue
            printf '==== %s %s\n\n' "$package" "${version#v}"
            licence "$folder" || { echo "error: $package has no licence" >&2; return 1; }
            echo
        done
}

# The licence of the library in FOLDER. Some come without its text, but say which it is.
licence() {
    local files
    files=$(find "$1" -maxdepth 1 -type f -iname 'licen[cs]e*mit*' | sort)
    files=${files:-$(find "$1" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' \) | sort)}
    if [ -n "$files" ]; then
        xargs -d '\n' cat <<<"$files"
    elif grep -q '^license = ".*\bMIT\b' "$1/Cargo.toml"; then
        awk -v authors="$(sed -n 's/^authors = \["\(.*\)"\]$/\1/p' "$1/Cargo.toml")" \
            '/^Copyright/ { $0 = "Copyright (c) " authors } 1' LICENSE
    elif grep -qx 'license = "BSL-1.0"' "$1/Cargo.toml"; then
        echo "Boost Software License 1.0, whose text need not come with programs: https://www.boost.org/LICENSE_1_0.txt"
    else
        return 1
    fi
}
