#!/bin/sh
# Prints the licences of linked code: Swift packages, and Swift's own libraries.
# Usage: notices.sh LINKED-OBJECTS, the list written by the build.
set -eu
objects=$1
test -s "$objects" || { echo "$objects: nothing was linked" >&2; exit 1; }
objects=$(realpath "$objects")
cd "$(dirname "$0")/.."
toolchain=$(scripts/toolchain.sh)

# notice NAME FILE...: prints a licence under the component's name.
notice() {
  printf '\n%s\n%s\n\n' "$1" "$(printf %s "$1" | tr -c '\n' =)"
  shift
  cat "$@"
}

echo "Flick contains the following, each under a licence of its own."
modules=$(sed -n 's|.*/\([^/]*\)\.build/.*|\1|p' "$objects" | sort -u)
for package in vendor/* .build/checkouts/*; do
  for module in $modules; do
    [ -d "$package/Sources/$module" ] || [ -d "$package/$module" ] || continue
    set -- "$package"/LICENSE*
    for notice in "$package"/NOTICE*; do [ ! -e "$notice" ] || set -- "$@" "$notice"; done
    notice "$(basename "$package")" "$@"
    break
  done
done

# Part of TOMLKit; the licence is in the file itself.
toml=$(find vendor .build/checkouts -name toml.hpp 2>/dev/null | head -n 1)
test -n "$toml"
sed -n '/MIT License/,/^\/\/ SOFTWARE\|IN THE SOFTWARE/p' "$toml" | sed 's|^// \{0,1\}||' |
  notice "toml++" -

notice "Swift's standard library, Dispatch and Foundation" "$toolchain/share/swift/LICENSE.txt"
notice "ICU, within Foundation" scripts/unicode-license.txt
echo
echo "Dictionaries in ICU have further notices: https://github.com/unicode-org/icu/blob/main/LICENSE"
