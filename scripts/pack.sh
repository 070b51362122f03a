#!/bin/sh
# Packs a folder into a tar.gz, the same bytes for the same commit.
# Usage: pack.sh FOLDER FILE.tar.gz
set -eu
time=$("$(dirname "$0")/version.sh" --time)
tar=${2%.gz}
rm -f "$tar" "$2"
LC_ALL=C tar --create --file="$tar" --format=gnu --sort=name --mtime="@$time" --owner=root:0 --group=root:0 \
  --mode=u=rwX,go=rX --directory="$(dirname "$1")" "$(basename "$1")"
gzip -9n "$tar"
