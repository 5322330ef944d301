#!/bin/bash
# Feeds count_swift_tests what `swift test` prints, whole and cut short, and looks at the totals.
set -u
export LC_ALL=C.UTF-8
. "$(dirname "$(readlink -f "$0")")/sections.sh"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
wrong=0

# expect WHAT STATUS PASSED FAILED SKIPPED: counts $log from nought.
expect() {
  passed=0 failed=0 skipped=0
  count_swift_tests "$log" >/dev/null
  found="$? $passed $failed $skipped"
  [ "$found" = "$2 $3 $4 $5" ] || { echo "sections: $1 gave $found, expected $2 $3 $4 $5"; wrong=1; }
}

run='◇ Test "a" started.
✔ Test "a failed after 1.0 seconds, was its name" passed after 0.001 seconds.
✔ Test inner() passed after 0.001 seconds.
✔ Test "three" with 3 test cases passed after 0.001 seconds.
━ Test "known" passed after 0.001 seconds with 1 known issue.
✔ Suite "S" passed after 0.001 seconds.
➜ Test "skips" skipped: "said reason"
➜ Test "bare" skipped.'
failure='✘ Test "fails" recorded an issue at A.swift:3:27: Expectation failed: 1 == 2
✘ Test "fails" failed after 0.001 seconds with 2 issues.
✘ Test case passing 1 argument x → 2 to "para" failed after 0.001 seconds with 1 issue.'

printf '%s\n✔ Test run with 6 tests in 1 suite passed after 0.1 seconds.\n' "$run" >"$log"
expect "a run that passed" 0 4 0 2
printf '%s\n━ Test run with 6 tests in 1 suite passed after 0.1 seconds with 1 known issue.\n' "$run" >"$log"
expect "a run with a known issue" 0 4 0 2
printf '%s\n%s\n✘ Test run with 7 tests in 1 suite failed after 0.1 seconds with 2 issues.\n' "$run" "$failure" >"$log"
expect "a run that failed" 1 4 1 2
printf '%s\n' "$run" >"$log"
expect "a run that crashed" 1 4 1 2
: >"$log"
expect "no run" 1 0 1 0

CI=true passed=0 failed=0 skipped=0
not_run "something" "no reason" >/dev/null
[ "$failed $skipped" = "1 0" ] || { echo "sections: what is not run is no failure in CI"; wrong=1; }
CI='' passed=0 failed=0 skipped=0
not_run "something" "no reason" >/dev/null
[ "$failed $skipped" = "0 1" ] || { echo "sections: what is not run is no skip outside CI"; wrong=1; }
passed=3 failed=0 skipped=0
[ "$(totals | tail -n 1)" = "3 passed, 0 failed" ] && totals >/dev/null || { echo "sections: totals"; wrong=1; }
failed=1
totals >/dev/null && { echo "sections: totals hide a failure"; wrong=1; }
[ $wrong = 0 ] && echo "sections: the self-test passed"
