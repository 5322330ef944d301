# Read by every case inside the guest. /share is the folder that host and guest have in common; $BIN holds the programs
# under test, $MACHINE this kit, $KIT the kernel, $SHARE is /share's path on the host.
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
  what=$1
  shift
  if "$@"; then echo "ok: $what"; else fail "$what"; fi
}

# await WHAT COMMAND...: the command must succeed before the machine's own time limit ends the case; asked ten times a
# second. The count is a guard against a case that never ends, not a measurement.
await() {
  what=$1
  shift
  turns=0
  until "$@"; do
    turns=$((turns + 1))
    [ $turns -lt 300 ] || fail "$what did not come"
    usleep 100000
  done
  echo "ok: $what"
}

leave_evidence() {
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
  number=$(wc -l </share/requests)
  turns=0
  while [ ! -e "/share/answer.$number" ]; do
    turns=$((turns + 1))
    [ $turns -lt 1200 ] || fail "the host does not answer: $1"
    usleep 25000
  done
  tail -n +2 "/share/answer.$number"
  return "$(head -n 1 "/share/answer.$number")"
}

# udev_up: starts systemd-udevd with the rules that a kiosk needs (fewer rules start faster) and waits for its database.
udev_up() {
  mkdir -p /run/udev/rules.d
  for rule in /usr/lib/udev/rules.d/*.rules; do
    name=${rule##*/}
    case $name in
      50-udev-default* | 60-input-id* | 60-evdev* | 60-drm* | 70-touchpad* | 71-seat* | 80-libinput* | 90-libinput*) ;;
      *) ln -s /dev/null "/run/udev/rules.d/$name" ;;
    esac
  done
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
  "/share/touchscreen" "$@" </run/finger >/run/finger.done &
  exec 7>/run/finger 8</run/finger.done
  read -r node <&8 || fail "no touchscreen"
  echo "ok: touchscreen at $node"
}
finger() {
  echo "$*" >&7
  read -r answer <&8 || fail "the touchscreen is gone at: $*"
  [ "$answer" = done ] || node=$answer
}

# show ARGUMENT...: starts the program under test in the background with trace and stats; its process id is $viewer.
show() {
  "$lectern" show --trace "$trace" --stats /run/stats.json "$@" >/run/show.log 2>&1 &
  viewer=$!
}
# stop_viewer: ends it as a service manager would and takes its trace to the host.
stop_viewer() {
  kill -TERM "$viewer"
  wait "$viewer"
  status=$?
  cp "$trace" /share/trace.jsonl
  cp /run/stats.json /share/ 2>/dev/null
  return $status
}
alive() { kill -0 "$viewer" 2>/dev/null || fail "the viewer has ended"; }
frames() { grep -c '"event":"frame"' "$trace"; }
# seen PATTERN: the trace has such a line.
seen() { alive && grep -q "$1" "$trace" 2>/dev/null; }
# sharp: the last frame shows nothing but pages at screen resolution.
sharp() {
  alive
  last=$(grep '"event":"frame"' "$trace" | tail -n 1)
  case $last in '' | *'"base"'* | *'"placeholder"'* | *'"failed"'*) return 1 ;; *'"sharp"'*) ;; *) return 1 ;; esac
}
# at_rest: sharp, and no frame came for half a second.
at_rest() {
  sharp || return 1
  before=$(frames)
  usleep 500000
  [ "$(frames)" = "$before" ] && sharp
}
