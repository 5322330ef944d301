#!/bin/bash
# Runs deploy/restart-pause as a service manager does, in a time that is only written down.
set -eu
program=$(dirname "$(readlink -f "$0")")/../restart-pause
folder=$(mktemp -d "${TMPDIR:-/tmp}/lectern-pause.XXXXXX")
trap 'rm -rf "$folder"' EXIT
export RUNTIME_DIRECTORY="$folder" LECTERN_UPTIME="$folder/uptime" LECTERN_SLEEP="$folder/sleep"
pass() { echo "$(($(cut -d. -f1 "$folder/uptime") + $1)).37 99.1" >"$folder/uptime"; }
cat >"$folder/sleep" <<'END'
#!/bin/sh
echo "$1" >>"$RUNTIME_DIRECTORY/slept"
echo "$(($(cut -d. -f1 "$LECTERN_UPTIME") + $1)).37 99.1" >"$LECTERN_UPTIME"
END
chmod +x "$folder/sleep"
# pauses LIFE...: what is slept before each start, when each life lasts so long; 0 for none.
pauses() {
  all=
  for life; do
    rm -f "$folder/slept"
    "$program" >/dev/null
    all="$all $(cat "$folder/slept" 2>/dev/null || echo 0)"
    pass "$life"
  done
  echo $all
}
expect() {
  [ "$2" = "$3" ] || { echo "restart-pause: $1: $3, not $2" >&2; exit 1; }
}
echo "5.00 1.0" >"$folder/uptime"
expect "dies at once" "0 0 1 2 4 8 16 30 30 30" "$(pauses 0 0 0 0 0 0 0 0 0 0)"
expect "dies after a while" "30 30" "$(pauses 59 59)"
expect "has lived" "30 0 0 1" "$(pauses 60 0 0 0)"
rm -f "$folder/starts"
expect "lives" "0 0 0 0" "$(pauses 3600 60 61 100000)"
for rubbish in "" "x y" "3" "-1 -1" "99999999999999999999 1" "$(head -c 300 /dev/zero | tr '\0' z)"; do
  printf '%s\n' "$rubbish" >"$folder/starts"
  "$program" >/dev/null 2>&1 || expect "rubbish is no reason not to start" 0 $?
done
RUNTIME_DIRECTORY=$folder/none "$program" >/dev/null 2>&1 || expect "nowhere to remember" 0 $?
echo "9 $(cut -d. -f1 "$folder/uptime")" >"$folder/starts"
LECTERN_SLEEP=sleep setsid "$program" >"$folder/said" &
until grep -q waiting "$folder/said"; do sleep 0.05; done
kill -TERM -- "-$!"
wait "$!" || expect "told to stop while it waits" 0 $?
echo "restart-pause: the self-test passed"
