#!/bin/sh
# Exports the sources of Flick and its Swift packages to a folder that builds without a network.
# Usage: vendor.sh FOLDER
set -eu
folder=$(realpath -m "$1")
cd "$(dirname "$0")/.."
test ! -e "$folder" || { echo "$folder: is there already" >&2; exit 73; }

[ -z "$(git status --porcelain)" ] || echo "what is not committed is left out" >&2
"${SWIFT:-swift}" package resolve
mkdir -p "$folder/vendor"
git archive HEAD | tar -x -C "$folder"
# What no longer can be asked of git, and which commits of the packages these are.
scripts/version.sh --record > "$folder/COMMIT"
for checkout in .build/checkouts/*; do
  name=$(basename "$checkout")
  mkdir "$folder/vendor/$name"
  git -C "$checkout" archive HEAD | tar -x -C "$folder/vendor/$name"
done

# by_path NAME PATH MANIFEST...: makes manifests refer to a package by path instead of URL.
by_path() {
  wanted=$1
  path=$2
  shift 2
  sed -i -z "s#url: \"[^\"]*/$wanted\(\.git\)\?\",[[:space:]]*\(from\|exact\): \"[^\"]*\"#path: \"$path\"#g" "$@"
}
for package in "$folder"/vendor/*; do
  name=$(basename "$package")
  by_path "$name" "vendor/$name" "$folder/Package.swift"
  by_path "$name" "../$name" "$folder"/vendor/*/Package*.swift
done
for package in "$folder"/vendor/*; do
  if grep -l "url: .*/$(basename "$package")[\".]" "$folder"/vendor/*/Package.swift "$folder/Package.swift"; then
    echo "the manifest above still asks the network for $(basename "$package")" >&2
    exit 1
  fi
done
cp Package.resolved "$folder/vendor/Package.resolved"
