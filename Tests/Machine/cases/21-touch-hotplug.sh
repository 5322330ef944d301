# about: a touchscreen that is pulled out under two fingers leaves none behind, and works when it is back
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu uinput evdev
guide
udev_up
touch_up --size "$size"
udevadm settle --timeout=30
show /run/guide.pdf
await "the first page is sharp" at_rest

finger down 0 200,700
finger down 1 340,700
for step in 1 2 3 4 5 6 7 8; do
  finger move 0 $((200 - 5 * step)),700
  finger move 1 $((340 + 5 * step)),700
done
finger unplug
await "the page comes to rest without the device" at_rest
finger plug
udevadm settle --timeout=30

# A finger that was left behind would make a pinch of this.
gestures=$(lines '"event":"gesture"')
seen_zoom=$(zoom)
before=$(offset_y)
# The first touches may come before the viewer has opened the device: those it does not see.
moved() {
  finger drag 270,700 270,500 300
  usleep 700000
  [ "$(lines '"event":"gesture"')" -gt "$gestures" ]
}
await "the device is heard again" moved
await "the page is at rest" at_rest
check "it is a drag" sh -c "grep '\"event\":\"gesture\"' $trace | tail -n 1 | grep -q '\"kind\":\"drag\"'"
check "the zoom is as before" near "$(zoom)" "$seen_zoom" 0.0001
check "the page moved as far as the finger" near "$(offset_y)" "$(echo "$before 200" | awk '{ print $1 + $2 }')" 1
check "the viewer ends with 0" stop_viewer
