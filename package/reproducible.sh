# Sourced by the scripts that make archives: the same commit gives the same bytes, on whatever day and in whatever folder.

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
umask 022

# No folder of this machine stands in a program, and no time of its build.
sources="--remap-path-prefix=$PWD=ninuki --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
flags="$sources -C strip=symbols"
windows_flags="$flags -C target-feature=+crt-static -C link-arg=-Wl,--no-insert-timestamp"

# Puts FILES-OR-FOLDERS of the working folder into ARCHIVE, a .zip or a .tar.gz: pack ARCHIVE NAME...
pack() {
    local archive=$1
    shift
    rm -f "$archive"
    find "$@" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    case $archive in
    *.zip) find "$@" -type f | sort | zip -q -9 -X -@ "$archive" ;;
    *) tar --create --sort=name --format=ustar --owner=0 --group=0 --numeric-owner "$@" | gzip -n -9 >"$archive" ;;
    esac
}
