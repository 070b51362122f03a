#!/bin/sh
# Packs what `make build` made into an archive for the Debian release it runs on: bin/ and share/, as `make install`
# lays them out, and INSTALL. Beside it go the names of the packages it needs, and what it consists of (SPDX).
# Usage: archive.sh FOLDER; writes FOLDER/flick-VERSION-RELEASE-ARCHITECTURE.tar.gz, .packages and .spdx.json.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
. /etc/os-release
architecture=$(dpkg --print-architecture)
name=flick-$(scripts/version.sh)-${VERSION_CODENAME:-$ID}-$architecture

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
"${MAKE:-make}" install DESTDIR="$work" PREFIX="/$name"
scripts/settle.sh "$work/$name/bin/flick"
depends=$(scripts/depends.sh .build/release/flick)
# Without versions and alternatives.
packages=$(echo "$depends" | sed 's/ ([^)]*)//g; s/ | [^,]*//g; s/,//g')

cat > "$work/$name/INSTALL" <<EOF
Flick $(scripts/version.sh) for $PRETTY_NAME, $architecture

It needs Linux with glibc, and the libraries of that release. To install them, as root:

  apt-get install --no-install-recommends ca-certificates \\
$(echo "$packages" | fmt -w 70 | sed 's/^/    /; $!s/$/ \\/')

libpangocairo-1.0-0 adds text to contact sheets. Flick runs from any folder:

  bin/flick ~/Videos

To install it, copy bin and share to /usr/local, as root, or to ~/.local:

  cp -r bin share ~/.local/
EOF
scripts/pack.sh "$work/$name" "$folder/$name.tar.gz"
echo "$packages" | tr ' ' '\n' > "$folder/$name.packages"
# shellcheck disable=SC2086 # the list is meant to be split
scripts/sbom.sh "$name" $packages > "$folder/$name.spdx.json"
echo "$folder/$name.tar.gz"
