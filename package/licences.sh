# Sourced by the scripts that make archives.

# The licences of the libraries in PACKAGE, the MIT one of those that leave a choice: licences PACKAGE [--target TARGET]
licences() {
    local package version folder files
    cargo tree --locked --package "$@" --edges normal --prefix none --format '{p}' | cut -d ' ' -f 1,2 | sort -u |
        while read -r package version; do
            folder=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -maxdepth 2 -name "$package-${version#v}" | head -n 1)
            # Those of this project have no folder there.
            [ -n "$folder" ] || continue
            files=$(find "$folder" -maxdepth 1 -type f -iname 'licen[cs]e*mit*' | sort)
            files=${files:-$(find "$folder" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' \) | sort)}
            printf '==== %s %s\n\n' "$package" "${version#v}"
            [ -n "$files" ] || { echo "error: $package has no licence" >&2; return 1; }
            xargs -d '\n' cat <<<"$files"
            echo
        done
}
