#!/bin/sh
# Builds a Debian package for the Debian release it runs on.
# Usage: deb.sh FOLDER; writes FOLDER/flick_VERSION_ARCHITECTURE.deb.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
. /etc/os-release

# The suffix makes an upgraded system take the package of its new release.
[ "$ID" = debian ] && system=deb || system=$ID
version=$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/App/flick/Version.swift)${VERSION_ID:+~$system$VERSION_ID}
architecture=$(dpkg --print-architecture)
date=$(sed -n 's/^## [0-9.]* - //p' CHANGELOG.md | head -1)
# A package for private use needs no email address.
address=${DEBEMAIL:-$(git config user.email || true)}
[ -n "$address" ] && unaddressed= || unaddressed=bogus-mail-host,bogus-mail-host-in-debian-changelog,root-in-contact
maintainer="${DEBFULLNAME:-The Flick authors} <${address:-$(id -un)@$(uname -n)}>"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
umask 022
"${MAKE:-make}" install DESTDIR="$root" PREFIX=/usr \
  ZSH_COMPLETIONS="$root/usr/share/zsh/vendor-completions"

documents=$root/usr/share/doc/flick
# Debian ships the Apache License once for all packages.
{
  cat LICENSE
  echo
  echo "What is linked into the program has licences of its own, which stand in NOTICES: MIT, Unicode and"
  echo "Apache 2.0; the latter is in /usr/share/common-licenses/Apache-2.0 as well."
} > "$documents/copyright"
rm "$documents/LICENSE"
gzip -9n "$root/usr/share/man/man1/flick.1"
gzip -9nc CHANGELOG.md > "$documents/NEWS.gz"
gzip -9n > "$documents/changelog.gz" <<EOF
flick ($version) stable; urgency=medium

  * What has changed stands in NEWS.gz.

 -- $maintainer  $(LC_ALL=C date -uRd "$date")
EOF

# dpkg-shlibdeps needs the control file of a source package.
mkdir "$work/debian" "$root/DEBIAN"
printf 'Source: flick\n\nPackage: flick\nArchitecture: any\n' > "$work/debian/control"
(cd "$work" && dpkg-shlibdeps -Osubstvars root/usr/bin/flick)
depends=$(sed -n 's/^shlibs:Depends=//p' "$work/substvars")
test -n "$depends"
cat > "$root/DEBIAN/control" <<EOF
Package: flick
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk "$root" | cut -f 1)
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
(cd "$root" && find usr -type f -exec md5sum {} +) > "$root/DEBIAN/md5sums"

package=$folder/flick_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package"
lintian --fail-on error ${unaddressed:+--suppress-tags "$unaddressed"} "$package"
