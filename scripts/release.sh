#!/bin/sh
# Makes a release of this commit: checks that it is one, then writes the sources with all Swift packages, and for each
# Debian release a package and an archive, built and tested there (docs/releasing.md).
# Usage: release.sh FOLDER. TESTS=no leaves out lint and tests; SNAPSHOT=yes takes a commit that is no release;
# SUITES="bookworm trixie".
set -eu
folder=$(realpath -m "$1")
cd "$(dirname "$0")/.."

refuse() {
  echo "make release: $1" >&2
  exit 1
}
[ "$(id -u)" = 0 ] || refuse "it makes Debians in folders: run it as root"
[ ! -e "$folder" ] || refuse "$folder is there already"
[ -z "$(git status --porcelain)" ] || refuse "commit first; these files differ from the commit:
$(git status --short)"
version=$(scripts/version.sh)
if [ "${SNAPSHOT:-}" != yes ]; then
  current=$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/App/flick/Version.swift)
  grep '^## ' CHANGELOG.md | head -n 1 | grep -qE "^## $current - [0-9]{4}-[0-9]{2}-[0-9]{2}$" ||
    refuse "CHANGELOG.md does not begin with “## $current - DATE”, the version in Version.swift"
  [ "$version" = "$current" ] || refuse "this commit has no tag v$current"
fi

work=$folder.part
rm -rf "$work"
mkdir -p "$work"
if [ "${TESTS:-}" != no ]; then "${MAKE:-make}" lint; fi
echo "sources of flick $version"
scripts/vendor.sh "$work/flick-$version"
scripts/pack.sh "$work/flick-$version" "$work/flick-$version.tar.gz"
rm -r "$work/flick-$version"
for suite in ${SUITES:-bookworm trixie}; do
  scripts/test-system.sh "$suite" "$work"
done
sums=$(cd "$work" && LC_ALL=C && sha256sum -- *)
echo "$sums" > "$work/SHA256SUMS"
mv "$work" "$folder"
ls -l "$folder"
