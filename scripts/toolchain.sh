#!/bin/sh
# Prints the Swift toolchain's folder, which has its bin, lib and share.
swift=${SWIFT:-swift}
# `swift` may be a toolchain manager. If it does not start, libraries that it needs are missing.
resources=$("$swift" -print-target-info 2>/dev/null | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p')
if [ -n "$resources" ]; then
  echo "$resources"
else
  command=$(command -v "$swift") || { echo "$swift: not found" >&2; exit 1; }
  dirname "$(dirname "$(realpath "$command")")"
fi
