#!/bin/sh
# Checks that no field of a child reducer's state is set outside of the child's folder: parents call its
# methods.
set -eu
cd "$(dirname "$0")/../Sources/Features/AppFeature"
failed=0

# sealed PROPERTY FOLDER: only this folder may set what PROPERTY holds.
sealed() {
  if grep -rnE --include='*.swift' "(^|[^A-Za-z])$1[?]?(\.[A-Za-z]+(\[[^]]*\])?[?]?)+ *[-+*/|&]?= " . |
    grep -v "^\./$2/" >&2; then
    echo "A field of $1 is set outside of $2/: call a method of its state." >&2
    failed=1
  fi
}

sealed app App
sealed feed Feed
sealed window Window
sealed clip Item
sealed overlay Overlay
sealed overview Overview
sealed triage Triage
sealed excerpts Excerpts
sealed sections Sections
sealed toast Toast
sealed controls Controls
sealed details Details
sealed chapters Chapters
sealed apply Apply
sealed line Filter

[ $failed = 0 ] && echo "reducers: in order"
exit $failed
