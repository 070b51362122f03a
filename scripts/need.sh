#!/bin/sh
# Sees to it that Debian packages are installed: installs those that are missing, as root or by
# sudo, or says how to. Usage: need.sh PACKAGE...
set -eu

missing=
for package in "$@"; do
  status=$(dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Flick needs what Debian calls:$missing" >&2
  echo "Install it with your system's package manager, then try again." >&2
  exit 1
fi

if [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
  as_root=sudo
else
  echo "Flick needs packages that are not installed. As root, run:" >&2
  echo "  apt-get update && apt-get install -y --no-install-recommends$missing" >&2
  exit 1
fi

echo "installing:$missing"
# shellcheck disable=SC2086 # the list is meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive sh -c \
  'apt-get update -q && apt-get install -q -y --no-install-recommends "$@"' sh $missing
