#!/bin/sh
# Runs the built tests, those of whole programs after the others, which would slow them down. Says at the end what
# failed and why, whatever else was printed. The whole output is in .build/test.log.
# Usage: test.sh [ARGUMENTS of swift test...]; without any, all tests.
set -u
cd "$(dirname "$0")/.."
log=.build/test.log
# All tests at once contend: a quarter slower, and too slow for the timeouts of servers.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4
[ -t 1 ] && terminal=1 || terminal=0

# run ARGUMENTS...: prints what is neither a start nor a success, and on a terminal how many have passed.
run() {
  { ${SWIFT:-swift} test --skip-build --disable-xctest --enable-swift-testing "$@" 2>&1; echo $? > "$log.status"; } | tee -a "$log" |
    awk -v terminal=$terminal '
      /^◇/ || /^(✔|━) (Suite|Test case)/ || /^↳ (Testing|Target)/ { next }
      /^(✔|━) Test run/ { print (terminal ? "\r" : "") $0; fflush(); next }
      /^(✔|━)/ { if (terminal) { printf "\r%d tests passed ", ++passed; fflush() } next }
      { print; fflush() }'
  [ "$(cat "$log.status")" = 0 ] || failed=yes
}

failed=
: > "$log"
if [ $# -gt 0 ]; then
  run "$@"
else
  run --skip EndToEndTests
  run --filter EndToEndTests
fi
[ -n "$failed" ] || exit 0
echo
echo "Failed:"
grep -aE -A3 '✘ .* recorded an issue|Fatal error|unexpected signal|^error:' "$log" | grep -avE '^(◇|✔|--)' |
  sed 's/.*✘ Test /✘ Test /' | cut -c1-600 | head -n 60
[ -n "$(grep -aE 'recorded an issue|Fatal error|unexpected signal|^error:' "$log")" ] || tail -n 20 "$log"
exit 1
