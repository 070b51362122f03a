#!/bin/sh
# Builds another commit's flick and bench in .build/against/COMMIT, once, and prints that folder last. `make bench` says
# how to build: as this tree was.
# Usage: BUILD='swift build -c release' against.sh COMMIT
set -eu
exec 2>&1
cd "$(dirname "$0")/.."
commit=$(git rev-parse --verify "$1^{commit}")
tree=$PWD/.build/against/$(printf %.12s "$commit")
if [ ! -e "$tree/.build/release/bench" ]; then
  [ -e "$tree/.git" ] || git worktree add --force --detach "$tree" "$commit"
  # Before there was this script, the name of a group ran all groups whose names contain it.
  sed -i 's/benchmark\.name\.contains(filter)/benchmark.name == filter/' "$tree/Tests/Bench/main.swift"
  mkdir -p "$tree/.build" .build/bench-clips
  ln -sfn "$PWD/.build/bench-clips" "$tree/.build/bench-clips"
  (cd "$tree" && $BUILD --product flick && $BUILD --product bench)
fi
echo "$tree"
