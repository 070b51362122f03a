#!/bin/sh
# Empties the hashes of modules in a program: they differ from build to build where the code does not
# (docs/decisions/builds-libraries.md).
# Usage: settle.sh PROGRAM
set -eu
size=$(LC_ALL=C readelf -SW "$1" | sed -n 's/.* \.swift_modhash  *[A-Z]*  *[0-9a-f]*  *[0-9a-f]*  *\([0-9a-f]*\) .*/\1/p')
[ -n "$size" ] || exit 0
zeros=$(mktemp)
trap 'rm -f "$zeros"' EXIT
head -c "$((0x$size))" /dev/zero > "$zeros"
objcopy --update-section ".swift_modhash=$zeros" "$1"
