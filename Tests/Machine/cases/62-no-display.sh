# about: a kiosk that starts without a monitor waits for one, loses it and gets it back, and never ends
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu uinput evdev
# timeout: 90
guide
udev_up
connector=$(echo /sys/class/drm/card*-Virtual-1)
# What the kernel tells when a cable is pulled; forcing a state alone tells nothing.
plug() {
  echo "$1" >"$connector/status"
  udevadm trigger --action=change --settle "${connector%-Virtual-1}"
}
plug off
show /run/guide.pdf
said() { alive && grep -q "waiting for it" /run/show.log; }
await "it says that it waits for a monitor" said
open() { seen '"event":"load"'; }
await "the document is open" open
check "nothing has been drawn" test "$(lines '"event":"frame"')" = 0
plug on
await "the picture is there once there is a monitor" at_rest

plug off
gone() { seen '"reason":"detached"'; }
# Nobody tells of what is forced: it is found out when the program looks at its card.
kill -0 "$viewer" || fail "the viewer has ended"
plug on
await "it is there again" at_rest
check "the viewer ends with 0" stop_viewer
