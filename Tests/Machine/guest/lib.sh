# Read by every case inside the guest. /share is the folder that host and guest have in common; $BIN holds the programs
# under test, $TESTS is the package's test bundle, $MACHINE this kit, $KIT the kernel, $SHARE is /share's path on the host.
# Words of a case: check, fail, await, udev_up, host, screendump, same_picture, touch_up, finger, show, at_rest, ...
set -u
lectern=$BIN/lectern
trace=/run/trace.jsonl

fail() {
  echo "FAIL: $*"
  leave_evidence
  exit 1
}

# check WHAT COMMAND...: the command must succeed.
check() {
  local what=$1
  shift
  if "$@"; then echo "ok: $what"; else fail "$what"; fi
}

# await WHAT COMMAND...: the command must succeed within half a minute, or $patience seconds; asked ten times a second. The
# limit is a guard against a case that never ends, and leaves evidence before the machine's own does; it is not a
# measurement.
await() {
  local what=$1 end
  end=$(($(uptime_seconds) + ${patience:-30}))
  shift
  until "$@"; do
    [ "$(uptime_seconds)" -lt $end ] || fail "$what did not come"
    usleep 100000
  done
  echo "ok: $what"
}
uptime_seconds() { cut -d. -f1 /proc/uptime; }

leave_evidence() {
  local file
  for file in "$trace" /run/stats.json /run/show.log; do [ ! -e "$file" ] || cp "$file" /share/; done
  dmesg >/share/dmesg.txt
}

# host COMMAND: runs a shell command on the host, in $SHARE, prints what it prints and hands back its status.
# A line of /share/requests is a request; its answer is /share/answer.N (N = the line's number) with status and output.
host() { request "!$1"; }
# qmp JSON: a command to the virtual machine's monitor.
qmp() { request "$1"; }
request() {
  echo "$1" >>/share/requests
  local number turns=0
  number=$(wc -l </share/requests)
  while [ ! -e "/share/answer.$number" ]; do
    turns=$((turns + 1))
    [ $turns -lt 1200 ] || fail "the host does not answer: $1"
    usleep 25000
  done
  tail -n +2 "/share/answer.$number"
  return "$(head -n 1 "/share/answer.$number")"
}

# udev_up: starts systemd-udevd with our rules and those that a kiosk needs (fewer start faster) and waits for its database.
udev_up() {
  local rule name
  mkdir -p /run/udev/rules.d
  for rule in /usr/lib/udev/rules.d/*.rules; do
    name=${rule##*/}
    case $name in
      50-udev-default* | 60-input-id* | 60-evdev* | 60-drm* | 70-touchpad* | 71-seat* | 80-libinput* | 90-libinput*) ;;
      *) ln -s /dev/null "/run/udev/rules.d/$name" ;;
    esac
  done
  cp "$MACHINE"/../../udev/*.rules /run/udev/rules.d/
  check "udevd starts" /usr/lib/systemd/systemd-udevd --daemon --resolve-names=never
  udevadm trigger --type=devices --action=add --subsystem-match=input --subsystem-match=drm
  check "udev settles" udevadm settle --timeout=30
}

# screendump NAME: what the emulated monitor shows now, as /share/NAME.ppm. It goes through the host, not the program.
screendump() {
  qmp "{\"execute\":\"screendump\",\"arguments\":{\"filename\":\"$SHARE/$1.ppm\"}}" >/dev/null
  [ -s "/share/$1.ppm" ]
}
# same_picture A B: compares two pictures (PPM or PNG) of /share pixel by pixel, on the host.
same_picture() { host "'$MACHINE/compare' '$1' '$2'"; }
# screen_is PICTURE: the screen shows it now.
screen_is() { screendump now && same_picture now.ppm "$1" >/share/compare.txt; }

# touch_up [OPTION...]: plugs a touchscreen in. finger VERB ARGUMENT...: moves on it, and returns when it is done.
touch_up() {
  mkfifo /run/finger /run/finger.done
  touchscreen "$@" </run/finger >/run/finger.done &
  exec 7>/run/finger 8</run/finger.done
  read -r node <&8 || fail "no touchscreen"
  echo "ok: touchscreen at $node"
}
finger() {
  local answer
  echo "$*" >&7
  read -r answer <&8 || fail "the touchscreen is gone at: $*"
  [ "$answer" = done ] || node=$answer
}

# package_tests FILTER: the package's own tests that need real devices. The bundle that was built on the host runs as it
# is: `swift test` would cost minutes here. None may be skipped, and there must be some.
package_tests() {
  check "the test bundle was built (swift build --build-tests)" test -x "$TESTS"
  local status
  "$TESTS" --testing-library swift-testing --filter "$1" >/share/tests.txt 2>&1
  status=$?
  grep -v '^◇' /share/tests.txt
  check "the tests pass" test $status = 0
  check "none was skipped" sh -c "! grep -q '^➜' /share/tests.txt"
  check "there were some" grep -q '^✔ Test run with [1-9]' /share/tests.txt
}

# card_tests DRIVER: the tests of a real display; they compare its screen with their picture through screen_is.
card_tests() {
  export LECTERN_CARD=$1 LECTERN_CARD_PICTURE=/share/shadow.ppm
  echo '. /share/env.sh; . "$MACHINE/guest/lib.sh"; screen_is shadow.ppm' >/run/check.sh
  [ "$1" = vkms ] || export LECTERN_CARD_CHECK="busybox sh /run/check.sh"
  # With the module: a filter looks at names of files too.
  package_tests DisplayTests.RealCardTests/
}

# guide: the sample document, made on the host; in the guest it is /run/guide.pdf. Reading it once fetches programs and
# libraries over 9p, so that a clip that begins 6 s after the start finds the document open.
guide() {
  host "'$BIN/lectern-sample' -o guide.pdf" && cp /share/guide.pdf /run/guide.pdf || fail "no sample document"
  check "the document is read" "$lectern" info /run/guide.pdf --open-timeout 60 >/run/info
}

# In an emulated machine ten seconds are one second of work, so limits that are to catch hanging engines are long.
patient="--open-timeout 60 --render-timeout 60 --text-timeout 60"

# show ARGUMENT...: starts the program under test on the first console, in the background, with trace and stats; its
# process id is $viewer. As a service manager would start it: a session of its own with the console as its terminal,
# and as another user where $as says so.
as=
show() {
  setsid -c $as "$lectern" show --controls off --display drm --dpi "$dpi" --trace "$trace" --stats /run/stats.json $patient "$@" \
    </dev/tty1 >/run/show.log 2>&1 &
  viewer=$!
}
# replayed NAME CLIP: what the headless replay of CLIP shows in the end, as /share/NAME.png. It runs on the host.
replayed() {
  host "mkdir $1 && '$BIN/lectern' replay --controls off --input '$MACHINE/clips/$2' --size '$size' --dpi '$dpi' --frames $1 \
    --trace $1.jsonl guide.pdf && cp \"\$(ls $1/frame-*.png | tail -n 1)\" $1.png" >/run/replay.log ||
    { cat /run/replay.log; fail "no replay of $2"; }
}
# virtio-gpu and bochs say 102 dots an inch; a case with another display sets these.
size=540x960
dpi=102

# stop_viewer: ends it as a service manager would and takes its trace to the host.
stop_viewer() {
  local status
  kill -TERM "$viewer"
  wait "$viewer"
  status=$?
  leave_evidence
  return $status
}
alive() { kill -0 "$viewer" 2>/dev/null || fail "the viewer has ended: $(tail -n 3 /run/show.log)"; }
# seen PATTERN: the trace has such a line. lines PATTERN: how many.
seen() { alive && grep -q "$1" "$trace" 2>/dev/null; }
lines() { grep -c "$1" "$trace"; }
last_frame() { grep '"event":"frame"' "$trace" | tail -n 1; }
zoom() { last_frame | sed 's/.*"zoom":\([0-9.]*\).*/\1/'; }
offset_y() { last_frame | sed 's/.*"offset":\[[-0-9.]*,\([-0-9.]*\)\].*/\1/'; }
# near A B TOLERANCE: two decimal numbers. more A B: A is larger.
near() { awk "BEGIN { d = $1 - $2; exit !(d <= $3 && -d <= $3) }"; }
more() { awk "BEGIN { exit !($1 > $2) }"; }

# sharp: the last frame shows nothing but pages at screen resolution.
sharp() {
  alive
  [ -e "$trace" ] || return 1
  case $(last_frame) in *'"base"'* | *'"placeholder"'* | *'"failed"'*) return 1 ;; *'"sharp"'*) ;; *) return 1 ;; esac
}
# at_rest: sharp, and no frame came for half a second.
at_rest() {
  sharp || return 1
  local before
  before=$(lines '"event":"frame"')
  usleep 500000
  [ "$(lines '"event":"frame"')" = "$before" ] && sharp
}
# faded: sharp, and not even the page label shows, which fades 3 s after the last movement.
faded() {
  sharp || return 1
  local before
  before=$(lines '"event":"frame"')
  usleep 3500000
  [ "$(lines '"event":"frame"')" = "$before" ] && sharp
}
# played COUNT: so many gestures are over, and everything is at rest.
played() { [ -e "$trace" ] && [ "$(lines '"event":"gesture"')" -ge "$1" ] && at_rest; }
