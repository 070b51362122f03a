#!/bin/sh
# Compiles the translations in po/ into message catalogues for gettext:
# LANGUAGE/LC_MESSAGES/flick.mo.
# Usage: catalogues.sh FOLDER
set -eu
folder=$1
cd "$(dirname "$0")/.."

for file in po/*.po; do
  language=$(basename "$file" .po)
  mkdir -p "$folder/$language/LC_MESSAGES"
  msgfmt --check -o "$folder/$language/LC_MESSAGES/flick.mo" "$file"
done
