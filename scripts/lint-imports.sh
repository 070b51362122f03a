#!/bin/sh
# Checks what the compiler's import check does not: each C library has exactly one Swift importer,
# features import neither terminal nor media, and only tests import test modules.
set -eu
cd "$(dirname "$0")/.."
failed=0

# only MODULE FOLDER...: only these folders may import MODULE.
only() {
  module=$1
  shift
  # Before the name: attributes, an access level, the kind of a single declaration. After it: a
  # declaration's name, a comment, another statement.
  found=$(grep -rlE --include='*.swift' \
    "(^|;)[[:space:]]*((@[A-Za-z_]+(\([^)]*\))?|package|public|internal|private|fileprivate)[[:space:]]+)*import[[:space:]]+([a-z]+[[:space:]]+)?$module([^A-Za-z0-9_]|\$)" \
    Sources Tests || true)
  for file in $found; do
    allowed=0
    for folder in "$@"; do
      case $file in "$folder"/*) allowed=1 ;; esac
    done
    if [ $allowed = 0 ]; then
      echo "$file: may not import $module (only: $*)" >&2
      failed=1
    fi
  done
}

only CNcursesw Sources/Screen/NcursesTerminal
only CLibAV Sources/Media/LibAV
only CCurl Sources/Network
only CUchardet Sources/Base/Platform
only CUtf8proc Sources/Base/Platform
only CALSA Sources/Media/Sound
only CExempi Sources/Files
only CPango Sources/Files
only CIntl Sources/Base/Platform
only CSonic Sources/Media/Sound
only CZlib Sources/Screen/NcursesTerminal Tests/TestSupport
only CVTerm Tests/TestSupport
only CPlatform Sources/Base/Platform
only TOMLKit Sources/Settings
only CSQLite Sources/Records
only GRDB Sources/Records Tests/TestSupport
only ComposableTesting Tests
only TestSupport Tests
for shell in Screen/TerminalUI Screen/NcursesTerminal Media/Playback Media/LibAV Media/Sound Feeds/FeedSources Files Records; do
  only "${shell##*/}" Sources/App Tests "Sources/$shell"
done
only AppFeature Sources/App Sources/Screen/TerminalUI Tests
only ArgumentParser Sources/App
only Foundation Sources/App Tests
only FoundationNetworking Tests

[ $failed = 0 ] && echo "imports: in order"
exit $failed
