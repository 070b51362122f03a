#!/bin/sh
# Makes the catalogues of the translations in po/ in a folder, as gettext wants them:
# LANGUAGE/LC_MESSAGES/flick.mo. Without gettext's tools there are none, and Flick speaks English.
# Usage: catalogues.sh FOLDER
set -eu
folder=$1
cd "$(dirname "$0")/.."

if ! command -v msgfmt >/dev/null && ! scripts/need.sh gettext; then
  echo "going on without translations" >&2
  exit 0
fi
for file in po/*.po; do
  language=$(basename "$file" .po)
  mkdir -p "$folder/$language/LC_MESSAGES"
  msgfmt --check -o "$folder/$language/LC_MESSAGES/flick.mo" "$file"
done
