#!/bin/sh
# Prints where the Swift toolchain is: the folder with its bin, lib and share.
swift=${SWIFT:-swift}
# `swift` may be a manager of toolchains. Where it does not start, libraries that it needs are missing.
resources=$("$swift" -print-target-info 2>/dev/null | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p')
if [ -n "$resources" ]; then
  echo "$resources"
else
  command=$(command -v "$swift") || { echo "$swift: not found" >&2; exit 1; }
  dirname "$(dirname "$(realpath "$command")")"
fi
