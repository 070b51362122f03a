#!/bin/sh
# Builds a Debian package for the Debian release it runs on.
# Usage: deb.sh FOLDER; writes FOLDER/flick_VERSION_ARCHITECTURE.deb.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")/.."

version=$(scripts/version.sh --package)
architecture=$(dpkg --print-architecture)
# dpkg-deb dates files by it, so that a commit always makes the same package.
SOURCE_DATE_EPOCH=$(scripts/version.sh --time)
export SOURCE_DATE_EPOCH
# A package for private use needs no email address.
[ -n "${DEBEMAIL:-}" ] && unaddressed= || unaddressed=bogus-mail-host,bogus-mail-host-in-debian-changelog
maintainer="${DEBFULLNAME:-The Flick authors} <${DEBEMAIL:-flick@localhost}>"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
umask 022
"${MAKE:-make}" install DESTDIR="$root" PREFIX=/usr \
  ZSH_COMPLETIONS="$root/usr/share/zsh/vendor-completions"
scripts/settle.sh "$root/usr/bin/flick"

documents=$root/usr/share/doc/flick
# Debian ships the Apache License once for all packages.
{
  cat LICENSE
  echo
  echo "What is linked into the program has licences of its own, which stand in NOTICES: MIT, Unicode and"
  echo "Apache 2.0; the latter is in /usr/share/common-licenses/Apache-2.0 as well."
} > "$documents/copyright"
gzip -9n "$root/usr/share/man/man1/flick.1"
gzip -9nc CHANGELOG.md > "$documents/NEWS.gz"
rm "$documents/LICENSE" "$documents/CHANGELOG.md"
gzip -9n > "$documents/changelog.gz" <<EOF
flick ($version) stable; urgency=medium

  * What has changed stands in NEWS.gz.

 -- $maintainer  $(LC_ALL=C date -uRd "@$SOURCE_DATE_EPOCH")
EOF

depends=$(scripts/depends.sh "$root/usr/bin/flick")
# Whatever the blocks of this file system.
size=$(find "$root" -printf '%y %s\n' | awk '{ size += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print size }')
mkdir "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<EOF
Package: flick
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Recommends: ca-certificates, libpangocairo-1.0-0
Suggests: man-db, xdg-utils
Section: video
Priority: optional
Description: swipe through video in a terminal
 One clip fills the terminal as coloured half-block cells; Down brings the
 next, Up the one before, with sound in sync. The clips next to the one on
 screen are already open, so that a swipe shows a picture at once.
 .
 Any terminal with colours will do, through SSH and tmux as well. On a slow
 link it sends no more than the link carries, and keys act at once.
EOF
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"

package=$folder/flick_${version}_$architecture.deb
# Several threads compress differently.
dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$root" "$package"
lintian --fail-on error ${unaddressed:+--suppress-tags "$unaddressed"} "$package"
