#!/bin/sh
# Prints the version of the packages made from this tree:
#   0.3.0~git20261129034500.1e5b22b1   before the release 0.3.0: time (UTC) and name of the commit
#   0.3.0                              the commit with the tag v0.3.0
#   0.3.1~git20261201120000.0c4f6f2a   after it
# CHANGELOG.md says which releases there have been, so neither tags nor history are needed: a shallow clone has the
# same versions. A tree without .git has what version.sh --record printed in COMMIT, or else no commit.
# Usage: version.sh [--package | --commit | --time | --record]
set -eu
cd "$(dirname "$0")/.."
# Others may be working with this repository.
export GIT_OPTIONAL_LOCKS=0

current=$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/App/flick/Version.swift)
released=$(sed -n 's/^## \([0-9.]*\) - .*/\1/p' CHANGELOG.md | head -n 1)
version=
commit=
if [ -e .git ]; then
  commit=$(git rev-parse HEAD)
  seconds=$(git show -s --format=%ct HEAD)
  # A record is of what is committed.
  [ "${1:-}" = --record ] || [ -z "$(git status --porcelain)" ] || dirty=1
  [ -n "${dirty:-}" ] || [ "$current" != "$released" ] ||
    ! git tag --points-at HEAD | grep -qxF "v$current" || version=$current
elif [ -e COMMIT ]; then
  read -r version commit seconds < COMMIT
else
  seconds=$(date -ud "$(sed -n "s/^## $released - //p" CHANGELOG.md)" +%s)
  [ "$current" != "$released" ] || version=$current
fi

if [ -z "$version" ]; then
  [ "$current" != "$released" ] || current=${current%.*}.$((${current##*.} + 1))
  # Commits of the same second are in the order of their names.
  stamp=$(date -ud "@$seconds" +%Y%m%d%H%M%S).$(printf %.8s "$commit")${dirty:+.dirty}
  [ -n "$commit" ] || stamp=0
  version=$current~git$stamp
fi
case ${1:-} in
'') echo "$version" ;;
--package)
  # An upgraded system takes the package of its new release, but first the newer one. Debian sid has no number.
  . /etc/os-release
  [ "$ID" = debian ] && system=deb || system=$ID
  echo "$version+${VERSION_ID:+$system}${VERSION_ID:-sid}" ;;
--commit) [ -z "$commit" ] || echo "$(printf %.12s "$commit")${dirty:+-dirty}" ;;
--time) echo "$seconds" ;;
--record) echo "$version $commit $seconds" ;;
*)
  sed -n 's/^# \(Usage.*\)/\1/p' "$0" >&2
  exit 64 ;;
esac
