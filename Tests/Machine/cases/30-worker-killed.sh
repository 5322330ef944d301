# about: workers killed while pages move are replaced, and the picture ends sharp and complete
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
guide
replayed wanted rest.clip
show --workers 2 --input "$MACHINE/clips/rest.clip" /run/guide.pdf

# kill_workers WHEN: at a moment that the trace shows, kills every worker there is.
kill_workers() {
  workers=$(pidof lectern-worker)
  check "there is a worker $1" test -n "$workers"
  kill -KILL $workers
}
await "a first frame" seen '"event":"frame"'
kill_workers "after the first frame"
await "a first gesture" seen '"event":"gesture"'
kill_workers "after the first gesture"
second() { [ "$(lines "\"event\":\"gesture\"")" -ge 2 ]; }
await "a second gesture" second
kill_workers "after the second gesture"

await "four gestures are over and the picture is sharp" played 4
await "the screen is the replay's last frame" screen_is wanted.png
check "no page was given up" sh -c "! grep -q '\"event\":\"error\"' $trace"
check "the viewer ends with 0" stop_viewer
started=$(sed 's/.*"workersStarted":\([0-9]*\).*/\1/' /run/stats.json)
check "the killed workers were replaced ($started started)" test "$started" -ge 4
