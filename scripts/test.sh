#!/bin/sh
# Runs the built tests: the unit tests, those of NcursesTerminal in a program of their own, then the end-to-end tests.
# Says at the end what failed and why, whatever else was printed. The whole output is in .build/test-*.log.
# Usage: test.sh [ARGUMENTS such as --filter REGEX...]; without any, all tests.
set -u
cd "$(dirname "$0")/.."
# All tests at once contend: a quarter slower, and too slow for the timeouts of servers.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4
# A trace of the stack for each error that is thrown, also those that are expected and shown nowhere, takes a sixth.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=false
export NO_COLOR=1
[ -t 1 ] && terminal=1 || terminal=0
rm -f .build/test-*.log .build/test-*.failed

# run NAME ARGUMENTS...: prints what failed, was skipped or ended, and on a terminal how many have passed. Not by
# `swift test`, of which only one runs at a time.
run() {
  log=.build/test-$1.log
  shift
  { .build/debug/flickPackageTests.xctest --testing-library swift-testing "$@" 2>&1 || : > "${log%.log}.failed"; } |
    tee "$log" |
    awk -v terminal=$terminal '
      /^(✔|━|✘) Test run with/ { print (terminal ? "\r" : "") $0; fflush(); next }
      /^✔ Test / && terminal { printf "\r%d tests passed ", ++passed; fflush() }
      # A line without a sign goes on with the one before.
      /^(◇|✔|━)/ { isShown = 0 }
      /^(✘|➜)|Fatal error|unexpected signal|^error:/ { isShown = 1 }
      isShown { print; fflush() }'
  # A program that ended in the middle, or ran nothing, has not succeeded.
  grep -aqE 'Test run with [1-9]' "$log" || : > "${log%.log}.failed"
}

if [ $# -gt 0 ]; then
  run some "$@"
else
  run terminal --filter '^NcursesTerminalTests\.' &
  run unit --skip '^(EndToEnd|NcursesTerminal)Tests\.'
  wait
  run programs --filter '^EndToEndTests\.'
fi
[ -n "$(ls .build/test-*.failed 2> /dev/null)" ] || exit 0
echo
echo "Failed:"
found=$(cat .build/test-*.log | grep -aE -A3 '✘ .* recorded an issue|Fatal error|unexpected signal|^error:' |
  grep -avE '^(◇|✔|--)' | sed 's/.*✘ Test /✘ Test /' | cut -c1-600 | head -n 60)
[ -n "$found" ] && echo "$found" || for log in .build/test-*.failed; do tail -n 20 "${log%.failed}.log"; done
exit 1
