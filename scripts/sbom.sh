#!/bin/sh
# Prints what the program that `make build` made consists of, as SPDX 2.3: what is linked into it, as in its NOTICES,
# and the Debian packages whose libraries it loads.
# Usage: sbom.sh NAME PACKAGE...
set -eu
cd "$(dirname "$0")/.."
name=$1
shift
. /etc/os-release
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: > "$work/relations"

# package NAME VERSION LICENCE ORIGIN RELATION [PURL]: adds one, and how Flick relates to it.
package() {
  id=SPDXRef-$(printf %s "$1" | tr -c 'A-Za-z0-9.' -)
  {
    [ ! -e "$work/packages" ] || printf ',\n'
    printf '    {\n      "SPDXID": "%s",\n      "name": "%s",\n' "$id" "$1"
    [ -z "$2" ] || printf '      "versionInfo": "%s",\n' "$2"
    printf '      "downloadLocation": "%s",\n      "filesAnalyzed": false,\n' "$4"
    printf '      "licenseConcluded": "NOASSERTION",\n      "licenseDeclared": "%s",\n' "$3"
    [ -z "${6:-}" ] || printf '      "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER",%s}],\n' \
      " \"referenceType\": \"purl\", \"referenceLocator\": \"$6\""
    printf '      "copyrightText": "NOASSERTION"\n    }'
  } > "$work/package"
  cat "$work/package" >> "$work/packages"
  [ "$5" = DESCRIBES ] && from=SPDXRef-DOCUMENT || from=SPDXRef-flick
  printf '    {"spdxElementId": "%s", "relationshipType": "%s", "relatedSpdxElement": "%s"}\n' "$from" "$5" "$id" \
    >> "$work/relations"
}

# licence FILE...
licence() {
  if grep -q 'Runtime Library Exception' "$@"; then
    echo 'Apache-2.0 WITH Swift-exception'
  elif grep -q 'Apache License' "$@"; then
    echo Apache-2.0
  elif grep -q 'Permission is hereby granted, free of charge' "$@"; then
    echo MIT
  else
    echo NOASSERTION
  fi
}

package flick "$(scripts/version.sh)" MIT NOASSERTION DESCRIBES

# One line for each package that SwiftPM resolved.
resolved=Package.resolved
[ ! -d vendor ] || resolved=vendor/Package.resolved
pins=$(sed -n 's/.*"\(location\|revision\|version\)" : "\(.*\)".*/\1 \2/p' "$resolved" |
  awk '$1 == "location" { location = $2 } $1 == "revision" { revision = $2 }
    $1 == "version" { print location, revision, $2 }')

# NOTICES has the packages that are linked, underlined.
sed -n 'N; s/^\([^\n]*\)\n====*$/\1/p; D' .build/release/NOTICES > "$work/linked"
while read -r linked; do
  case $linked in
  'toml++')
    version=$(find vendor .build/checkouts -name toml.hpp -exec sed -n 's/^#define TOML_LIB_M.* //p
      s/^#define TOML_LIB_PATCH //p' {} + 2>/dev/null | head -n 3 | paste -sd.)
    package toml++ "$version" MIT NOASSERTION STATIC_LINK pkg:github/marzer/tomlplusplus@v"$version" ;;
  Swift*)
    version=$("${SWIFT:-swift}" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
    package "Swift runtime, Dispatch and Foundation" "$version" 'Apache-2.0 WITH Swift-exception' \
      https://www.swift.org/install/linux STATIC_LINK pkg:github/swiftlang/swift@swift-"$version"-RELEASE ;;
  ICU*)
    package ICU "" Unicode-3.0 NOASSERTION STATIC_LINK ;;
  *)
    pin=$(echo "$pins" | grep "/$linked\(\.git\)\? ")
    location=${pin%% *}
    rest=${pin#* }
    folder=vendor/$linked
    [ -d "$folder" ] || folder=.build/checkouts/$linked
    package "$linked" "${rest#* }" "$(licence "$folder"/LICENSE*)" "git+$location@${rest% *}" STATIC_LINK \
      "pkg:swift/${location#https://}@${rest#* }" ;;
  esac
done < "$work/linked"

for library in "$@"; do
  version=$(dpkg-query --show --showformat='${Version}' "$library:$architecture")
  package "$library" "$version" NOASSERTION NOASSERTION DYNAMIC_LINK "pkg:deb/$ID/$(
    echo "$library@$version" | sed 's/:/%3A/; s/+/%2B/g')?arch=$architecture&distro=${VERSION_CODENAME:-$ID}"
done

cat <<EOF
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "$name",
  "documentNamespace": "https://spdx.org/spdxdocs/$name-$(scripts/version.sh --commit)",
  "creationInfo": {
    "created": "$(date -ud "@$(scripts/version.sh --time)" +%Y-%m-%dT%H:%M:%SZ)",
    "creators": ["Organization: The Flick authors", "Tool: flick-sbom"]
  },
  "packages": [
$(cat "$work/packages")
  ],
  "relationships": [
$(sed '$!s/$/,/' "$work/relations")
  ]
}
EOF
