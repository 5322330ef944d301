# Read by deploy/test. Sections with headings and wall seconds, and honest totals.

passed=0 failed=0 skipped=0

# section NAME: begins one. verdict WORDS: ends it, with its wall seconds.
section() {
  section_name=$1
  section_start=$(date +%s)
  printf '\n== %s\n' "$section_name"
}
verdict() { printf -- '-- %s: %s, %d s\n' "$section_name" "$1" $(($(date +%s) - section_start)); }

# check NAME COMMAND...: a section of one check; returns whether it passed.
check() {
  section "$1"
  shift
  if "$@"; then
    passed=$((passed + 1))
    verdict ok
  else
    failed=$((failed + 1))
    verdict FAILED
    return 1
  fi
}

# not_run WHAT WHY: something that was to be tried and was not. In continuous integration that is a failure.
not_run() {
  echo "NOT RUN: $1: $2"
  if [ "${CI:-}" = true ]; then failed=$((failed + 1)); else skipped=$((skipped + 1)); fi
}

# count_swift_tests LOG: adds up what `swift test` printed. A run that ends without its summary has crashed: one failure.
count_swift_tests() {
  ours=$(grep -v '^. Test run with\|^. Test case passing\|^. Suite' "$1")
  good=$(echo "$ours" | grep -c '^[✔━] Test .* passed after [0-9.]* seconds')
  bad=$(echo "$ours" | grep -c '^✘ Test .* failed after [0-9.]* seconds')
  none=$(echo "$ours" | grep -c '^➜ Test .* \(skipped\|was cancelled after [0-9.]* seconds\)')
  passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + none))
  tests_seen="$good passed, $bad failed, $none skipped"
  summary=$(grep -c '^[✔✘━] Test run with .* after [0-9.]* seconds' "$1")
  if [ "$summary" = 0 ]; then
    echo "The test run ended without a summary: it crashed or was stopped."
    failed=$((failed + 1))
  fi
  [ "$bad" = 0 ] && [ "$summary" != 0 ]
}

# totals: the last lines; returns whether nothing failed.
totals() {
  printf '\n'
  [ $skipped = 0 ] || echo "$skipped skipped, each with its reason above"
  echo "$passed passed, $failed failed"
  [ $failed = 0 ]
}
