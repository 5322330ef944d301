# about: the monitor becomes another one under the viewer: the picture comes in its preferred mode, the place is kept
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu uinput evdev
# timeout: 90
guide
udev_up
touch_up --size "$size"
udevadm settle --timeout=30
show /run/guide.pdf
await "the first page is sharp" at_rest
finger drag 270,900 270,100 300
await "the drag is over" played 1
place() { grep '"event":"viewport"' "$trace" | tail -n 1 | sed 's/.*"page":\([0-9]*\),"point":\[[-0-9.]*,\([-0-9.]*\)\].*/\1 \2/'; }
before=$(place)
echo "page and point at the top: $before"

# monitor_is W H: the picture on the screen has that size, and is sharp.
monitor_is() {
  faded && screendump now && [ "$(head -n 2 /share/now.ppm | tail -n 1)" = "$1 $2" ]
}
change_monitor() {
  check "the monitor is now one of $1x$2" host "'$MACHINE/resize' vnc $1 $2"
  await "the picture is back in its preferred mode" monitor_is "$1" "$2"
  alive
}
change_monitor 800 600
after=$(place)
echo "page and point at the top: $after"
check "it is the same page" test "${after% *}" = "${before% *}"
check "the point at its top is the same" near "${after#* }" "${before#* }" 0.5
last_frame | grep -q '"zoom":1.0' || fail "the page is fitted to the new screen"
finger drag 270,700 270,600 300
await "the touchscreen covers the new screen" played 2

change_monitor 540 960
finger drag 270,700 270,500 300
await "and the old one again" played 3
check "the viewer ends with 0" stop_viewer
