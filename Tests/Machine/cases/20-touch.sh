# about: drag, pinch and fling reach the viewer through udev and libinput, and move the page as they should
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu uinput evdev
guide
replayed wanted touch.clip
udev_up
touch_up --size "$size"
udevadm settle --timeout=30
show /run/guide.pdf
await "the first page is sharp" at_rest

before=$(offset_y)
finger drag 270,800 270,400 300
await "the drag is over" played 1
check "it is a drag" seen '"event":"gesture","kind":"drag"'
check "the page moved as far as the finger" near "$(offset_y)" "$(echo "$before 400" | awk '{ print $1 + $2 }')" 1

finger pinch 270,480 150 300 500
await "the pinch is over" played 2
check "it is a pinch" seen '"event":"gesture","kind":"pinch"'
check "the zoom is the spans' ratio" near "$(zoom)" 2 0.02
await "the screen is the replay's last frame" screen_is wanted.png

before=$(offset_y)
finger fling 270,800 270,400 80
await "the fling is over" played 3
check "it is a fling" seen '"event":"gesture","kind":"fling"'
check "the page went on by itself" more "$(offset_y)" "$(echo "$before 450" | awk '{ print $1 + $2 }')"
check "the viewer ends with 0" stop_viewer
