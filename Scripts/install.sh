#!/bin/sh
# Installs a release of permafrost for this user. No toolchain, no package and no administrator's rights are needed.
#
#   sh install.sh                        downloads the release for this machine, and installs it in ~/.local
#   sh install.sh --from FILE_OR_URL     installs this archive; the checksum is in FILE_OR_URL.sha256
#
#   --prefix FOLDER    where to install (default: ~/.local)
#   --version VERSION  the release to download
#   --sha256 HEX       the archive's checksum, instead of the file next to the archive
#   --as-root          also runs as root, which is refused by default
#   --undo             removes what was installed in the prefix
#
# PERMAFROST_FROM, PERMAFROST_PREFIX and PERMAFROST_SHA256 set the same values as the options, and PERMAFROST_RELEASES the
# address of a different project's releases. Exit codes: 0 installed, 1 not installed, 2 invalid option. If the
# installation fails, an existing installation isn't changed.
set -eu

# The release workflow fills these lines in the copy that it attaches to a release: the address of the project's
# releases, the version, and a line with platform and checksum for each archive.
releases=""
version=""
checksums=""

# The oldest C library that the archives for Linux run with. Scripts/stage checks it.
needed_glibc=2.35

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    [ -z "${2:-}" ] || printf '  fix: %s\n' "$2" >&2
    exit 1
}

usage() {
    printf 'install.sh: %s\n' "$1" >&2
    echo "usage: sh install.sh [--prefix FOLDER] [--from FILE_OR_URL] [--version VERSION] [--sha256 HEX] [--as-root] [--undo]" >&2
    exit 2
}

# Prints the platform in the name of an archive.
platform() {
    case "$(uname -s) $(uname -m)" in
    "Linux x86_64" | "Linux amd64") echo linux-x86_64 ;;
    "Linux aarch64" | "Linux arm64") echo linux-aarch64 ;;
    "Darwin arm64") echo macos-arm64 ;;
    "Darwin x86_64")
        # A shell under Rosetta reports the wrong machine.
        if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then echo macos-arm64; else echo macos-x86_64; fi
        ;;
    *)
        fail "There is no archive for $(uname -s) on $(uname -m)" \
            "Build permafrost from a clone: make install PREFIX=\$HOME/.local"
        ;;
    esac
}

check_c_library() {
    [ "$(uname -s)" = Linux ] || return 0
    glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p')
    if [ -z "$glibc" ]; then
        fail "This system's C library isn't glibc. permafrost needs glibc $needed_glibc or later" \
            "Use a distribution with glibc, such as Debian 12 or Ubuntu 22.04, for example in a container"
    fi
    if [ "$(printf '%s\n%s\n' "$glibc" "$needed_glibc" | sort -t . -k 1,1n -k 2,2n | tail -n 1)" != "$glibc" ]; then
        fail "This system has glibc $glibc. permafrost needs glibc $needed_glibc or later" \
            "Use a newer system, such as Debian 12 or Ubuntu 22.04, for example in a container"
    fi
}

sha256() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum "$1" | cut -d ' ' -f 1
    elif command -v shasum >/dev/null 2>&1; then
        shasum -a 256 "$1" | cut -d ' ' -f 1
    else
        fail "There is neither sha256sum nor shasum, so the archive can't be checked" "Install the package coreutils"
    fi
}

is_checksum() {
    [ "${#1}" -eq 64 ] && case $1 in *[!0-9a-f]*) false ;; esac
}

# fetch WHERE FILE: copies a local file, or downloads an address. A download ends if it stops for 30 seconds, takes longer
# than half an hour, or exceeds the number of blocks, which have 512 bytes (some shells: 1024).
seconds=30 blocks=1048576
fetch() {
    case $1 in
    http://* | https://* | file://*)
        if command -v curl >/dev/null 2>&1; then
            (ulimit -f "$blocks" && exec curl --fail --silent --show-error --location --retry 2 --retry-max-time "$seconds" \
                --connect-timeout "$seconds" --speed-limit 1000 --speed-time "$seconds" --max-time 1800 --output "$2" "$1")
        elif command -v wget >/dev/null 2>&1; then
            (ulimit -f "$blocks" && exec $(! command -v timeout || echo 1800) wget --quiet --tries 2 --timeout "$seconds" --output-document "$2" "$1")
        else
            fail "There is neither curl nor wget, so nothing can be downloaded" \
                "Install curl, or download $1 elsewhere and pass the file with --from"
        fi || fail "Can't download $1" "Check the address and the connection, or pass a downloaded file of at most 512 MB with --from"
        ;;
    *)
        [ -f "$1" ] || fail "The file $1 doesn't exist"
        cp "$1" "$2" || fail "The file $1 can't be read"
        ;;
    esac
}

# Fails unless a path in the prefix is a folder, or doesn't exist yet.
check_folder() {
    if [ -L "$1" ]; then
        fail "$1 is a symbolic link to $(readlink "$1"). Files would be installed elsewhere" \
            "Replace the link with a folder, or pass a different prefix with --prefix"
    elif [ -e "$1" ] && [ ! -d "$1" ]; then
        fail "$1 isn't a folder" "Pass a different prefix with --prefix"
    elif [ -d "$1" ] && [ ! -w "$1" ]; then
        fail "$1 isn't writable" "Make it writable, or pass a prefix that you own with --prefix"
    fi
}

# The files in an archive and in the prefix, besides the folder libexec/permafrost.
files="share/man/man1/permafrost.1 share/bash-completion/completions/permafrost
    share/zsh/site-functions/_permafrost share/fish/vendor_completions.d/permafrost.fish"

check_prefix() {
    case $prefix in
    /) fail "The prefix is the root folder" "Pass a prefix such as --prefix /usr/local" ;;
    /*) ;;
    *) prefix=$PWD/$prefix ;;
    esac
    while [ "$prefix" != "${prefix%/}" ]; do prefix=${prefix%/}; done
    check_folder "$prefix"
    for folder in bin libexec libexec/permafrost share; do check_folder "$prefix/$folder"; done
    for file in $files; do
        folder=${file%/*}
        while [ "$folder" != share ]; do
            check_folder "$prefix/$folder"
            folder=${folder%/*}
        done
    done
    link=$prefix/bin/permafrost
    if [ -L "$link" ]; then
        case $(readlink "$link") in
        ../libexec/permafrost/permafrost | ../libexec/.permafrost-??????/old/permafrost) ;; # A killed run leaves the second.
        *) fail "$link is a link to $(readlink "$link"), which isn't from this script" "Remove it, or pass a different prefix" ;;
        esac
    elif [ -e "$link" ]; then
        fail "$link already exists, and isn't from this script" "Remove it, or pass a different prefix with --prefix"
    fi
    if [ -d "$prefix/libexec/permafrost" ] && [ ! -f "$prefix/libexec/permafrost/permafrost" ]; then
        fail "$prefix/libexec/permafrost already exists, and isn't from this script" "Remove it, or pass a different prefix"
    fi
}

undo() {
    rm -f "$prefix/bin/permafrost"
    rm -rf "$prefix/libexec/permafrost" "$prefix"/libexec/.permafrost-??????
    for file in $files; do rm -f "$prefix/$file"; done
    echo "removed permafrost from $prefix"
}

# Sets `archive` to a checked archive in the scratch folder.
obtain() {
    if [ -z "$from" ]; then
        if [ -z "$releases" ]; then
            fail "This copy of install.sh doesn't belong to a release, so it has no address to download from" \
                "Pass an archive with --from, or build permafrost from a clone: make install PREFIX=\$HOME/.local"
        fi
        [ -n "$version" ] || fail "No version is set" "Pass --version"
        from=$releases/download/$version/permafrost-$version-$(platform).tar.gz
        # The checksums in this file are those of its own release.
        if [ -z "$sum" ] && [ "$version" = "$own_version" ]; then
            sum=$(printf '%s\n' "$checksums" | sed -n "s/^ *$(platform) \([0-9a-f]*\)$/\1/p")
        fi
        printf 'Downloading %s\n' "$from" >&2
    fi
    archive=$scratch/archive.tar.gz
    fetch "$from" "$archive"
    if [ -z "$sum" ]; then
        fetch "$from.sha256" "$scratch/sha256"
        sum=$(sed -n '1s/^\([0-9A-Fa-f]*\).*/\1/p' "$scratch/sha256")
        is_checksum "$(printf %s "$sum" | tr A-F a-f)" || fail "$from.sha256 doesn't contain a SHA-256 checksum" \
            "Check the address. Servers sometimes answer with a web page if a file is missing"
    fi
    sum=$(printf %s "$sum" | tr A-F a-f)
    is_checksum "$sum" || usage "invalid checksum \"$sum\": expected 64 hexadecimal digits"
    found=$(sha256 "$archive")
    [ "$found" != "$sum" ] || return 0
    start=$(head -c 512 "$archive" | tr -d '\000' | tr '[:upper:]' '[:lower:]')
    case $start in
    *"<!doctype"* | *"<html"*)
        fail "$from is a web page, not an archive" "Check the address. A private release needs a login: download it in a browser, and pass the file with --from"
        ;;
    esac
    if [ "$(head -c 2 "$archive" | od -An -tx1 | tr -d ' \n')" != 1f8b ]; then
        fail "$from isn't a gzip archive ($(wc -c <"$archive" | tr -d ' ') bytes)" "Check the address"
    elif ! gzip -t "$archive" 2>/dev/null; then
        fail "$from is cut off or damaged, after $(wc -c <"$archive" | tr -d ' ') bytes" "Download it again"
    fi
    fail "$from has the wrong checksum, so it isn't installed
  expected: $sum
  found:    $found" "Download it again. If the checksum is still wrong, don't use the file, and report it"
}

# Unpacks the archive next to its destination, so that the exchange is two renames.
unpack() {
    tar -tzf "$archive" >"$scratch/list" 2>/dev/null || fail "$from can't be unpacked"
    top=$(sed '1s|/.*||;q' "$scratch/list")
    case $top in
    permafrost-*) ;;
    *) fail "$from isn't an archive of permafrost: it starts with \"$top\"" "Check the address" ;;
    esac
    if grep -qvF "$top/" "$scratch/list" || grep -qE '(^|/)\.\.(/|$)' "$scratch/list"; then
        fail "$from contains files outside of its folder $top" "Don't use the file, and report it"
    fi
    case $top in
    *-"$(platform)") ;;
    *) fail "$from is for a different platform: $top, and this is $(platform)" "Use the archive for $(platform)" ;;
    esac
    mkdir -p "$prefix/libexec" || fail "$prefix/libexec can't be created" "Pass a different prefix with --prefix"
    new=$(mktemp -d "$prefix/libexec/.permafrost-XXXXXX") || fail "$prefix/libexec isn't writable"
    tar -xzf "$archive" -C "$new" || fail "$from can't be unpacked in $prefix" "Check the free space: it needs 200 MB"
    unpacked=$new/$top
    if [ -L "$unpacked/libexec" ] || [ -L "$unpacked/libexec/permafrost" ] || [ ! -f "$unpacked/libexec/permafrost/permafrost" ]; then
        fail "$from doesn't contain libexec/permafrost/permafrost" "Check the address"
    fi
    installed=$("$unpacked/libexec/permafrost/permafrost" --version 2>"$scratch/errors") ||
        fail "permafrost doesn't run on this system: $(head -n 3 "$scratch/errors")" \
            "If a library is missing, install it. The archive contains all but the C and C++ libraries (Debian: libc6, libstdc++6)"
}

# Replaces the link to the executable with one rename.
point_to() { ln -s "../libexec/$1" "$new/link" && mv -f "$new/link" "$prefix/bin/permafrost"; }

replace_old() {
    cp -pR "$prefix/libexec/permafrost" "$new/old" && point_to "${new##*/}/old/permafrost" &&
        mv "$prefix/libexec/permafrost" "$new/replaced"
}
move_new() { mv "$unpacked/libexec/permafrost" "$prefix/libexec/permafrost" && point_to permafrost/permafrost; }

# The link in bin always leads to a complete installation: the old one, a copy of it, or the new one.
install() {
    mkdir -p "$prefix/bin"
    trap '' HUP INT TERM
    if [ -d "$prefix/libexec/permafrost" ]; then
        replace_old || fail "$prefix/libexec/permafrost can't be replaced"
    fi
    move_new || fail "$prefix/libexec/permafrost can't be replaced"
    for file in $files; do
        if [ ! -f "$unpacked/$file" ] || [ -L "$unpacked/$file" ]; then continue; fi
        mkdir -p "$prefix/${file%/*}"
        mv -f "$unpacked/$file" "$prefix/$file"
    done
    rm -rf "$prefix"/libexec/.permafrost-??????
    echo "installed $installed in $prefix"
    case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "To run it as permafrost, add its folder to PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
    esac
    echo "Next, in an app's folder: permafrost list"
}

clean() {
    [ -z "${scratch:-}" ] || rm -rf "$scratch"
    [ -n "${new:-}" ] || return 0
    [ ! -d "$new/replaced" ] || [ -d "$prefix/libexec/permafrost" ] || mv "$new/replaced" "$prefix/libexec/permafrost" || return 0
    case $(readlink "$prefix/bin/permafrost") in *"/${new##*/}/"*) point_to permafrost/permafrost ;; esac
    rm -rf "$new"
}

# All work is in this function, so that a shell that reads a cut-off copy of this file from a pipe runs nothing.
main() {
    prefix=${PERMAFROST_PREFIX:-}
    from=${PERMAFROST_FROM:-}
    sum=${PERMAFROST_SHA256:-}
    own_version=$version
    releases=${PERMAFROST_RELEASES:-$releases}
    as_root="" undoes=""
    while [ $# -gt 0 ]; do
        case $1 in
        --prefix | --from | --version | --sha256)
            [ -n "${2:-}" ] || usage "$1 needs a value"
            case $1 in
            --prefix) prefix=$2 ;;
            --from) from=$2 ;;
            --version) version=$2 ;;
            --sha256) sum=$2 ;;
            esac
            shift
            ;;
        --as-root) as_root=1 ;;
        --undo) undoes=1 ;;
        --help | -h)
            sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" 2>/dev/null || true
            exit 0
            ;;
        *) usage "unknown option \"$1\"" ;;
        esac
        shift
    done
    if [ -z "$prefix" ]; then
        [ -n "${HOME:-}" ] || fail "HOME isn't set" "Pass a prefix with --prefix"
        prefix=$HOME/.local
    fi
    if [ "$(id -u)" -eq 0 ] && [ -z "$as_root" ]; then
        fail "Running as root, which isn't needed: permafrost is installed for one user" \
            "Run as a normal user, or pass --as-root, for example in a container"
    fi
    check_prefix
    if [ -n "$undoes" ]; then
        undo
        exit 0
    fi
    check_c_library
    for tool in tar gzip; do command -v $tool >/dev/null || fail "There is no $tool, so the archive can't be unpacked" "Install $tool"; done
    scratch=$(mktemp -d)
    new=""
    trap clean EXIT
    trap 'exit 1' HUP INT TERM
    obtain
    mkdir -p "$prefix" 2>/dev/null || fail "$prefix can't be created" "Pass a prefix that you own with --prefix"
    unpack
    install
}

main "$@"
