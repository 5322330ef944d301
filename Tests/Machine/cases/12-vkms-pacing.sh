# about: on a display with a real vblank, frames come one a vblank and as steadily as a plain flipping program's
# modules: vkms
# The kernel itself says at which vblank each flip was done. The plain program is modetest, in the same boot.
events=/sys/kernel/tracing/events/drm/drm_vblank_event_delivered
size=1024x768
dpi=96

# deltas FILE: how many vblanks lie between one flip and the next, sorted.
deltas() {
  sed -n 's/.*seq=\([0-9]*\).*/\1/p' "$1" | awk 'NR > 1 { print $1 - last } { last = $1 }' | sort -n
}
# part FILE PERCENT: the delta below which so many percent of the flips are.
part() { awk -v p="$2" '{ v[NR] = $1 } END { i = int(NR * p / 100); print v[i < 1 ? 1 : i] }' "$1"; }

echo 1 >$events/enable
connector=$(modetest -M vkms -c | awk '$3 == "connected" { print $1; exit }')
check "modetest finds a connector" test -n "$connector"
# modetest flips until a line comes on its input, or it is stopped.
mkfifo /run/silence
timeout 6 modetest -M vkms -s "$connector:$size" -v <>/run/silence >/run/modetest.log 2>&1
cat /sys/kernel/tracing/trace >/run/plain.trace
deltas /run/plain.trace >/run/plain
echo >/sys/kernel/tracing/trace
check "the plain program flipped 60 times" test "$(wc -l </run/plain)" -ge 60
echo "plain: $(wc -l </run/plain) flips, median $(part /run/plain 50), p90 $(part /run/plain 90), most $(tail -n 1 /run/plain)"

guide
show --input "$MACHINE/clips/pacing.clip" /run/guide.pdf
await "two gestures are over and the picture is sharp" played 2
check "the viewer ends with 0" stop_viewer
cat /sys/kernel/tracing/trace >/run/ours.trace
deltas /run/ours.trace >/run/ours
echo "ours: $(wc -l </run/ours) flips, median $(part /run/ours 50), p90 $(part /run/ours 90)"
check "120 flips" test "$(wc -l </run/ours)" -ge 120
check "never two in one vblank" test "$(head -n 1 /run/ours)" -ge 1
# Composing takes its time under emulation; one vblank more than the plain program, which draws nothing.
check "the pace is the plain program's" test "$(part /run/ours 50)" -le $(($(part /run/plain 50) + 1))
