# about: the panel goes dark by its power, at no cost, and the touch that wakes it does nothing else
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu uinput evdev
# timeout: 120
mount -t debugfs none /sys/kernel/debug 2>/dev/null
guide
udev_up
touch_up --size "$size"
udevadm settle --timeout=30
show --blank-after 12 --idle 8 /run/guide.pdf
await "the first page is sharp" at_rest
# crtc_is STATE: 1 while the panel is lit (the kernel's own account).
crtc_is() { [ "$(sed -n '/^crtc/,/^[^\t]/s/^\tactive=//p' /sys/kernel/debug/dri/0/state | sort -r | head -n 1)" = "$1" ]; }
check "the panel is lit" crtc_is 1
lit=$(ls /proc/"$viewer"/fd | wc -l)

dark() { alive && seen '"lit":false,"reason":"idle"' && crtc_is 0; }
await "nobody comes, and the panel goes dark" dark
check "nothing of it is lit" crtc_is 0
sleep 2
ticks() { awk '{ print $14 + $15 }' "/proc/$viewer/stat"; }
before=$(ticks) lines_before=$(wc -l <"$trace") log_before=$(wc -c </run/show.log)
sleep 20
after=$(ticks)
echo "CPU time of 20 s in the dark: $((after - before)) ticks of 10 ms"
check "the dark costs nothing" test $((after - before)) -le 3
check "it says nothing" test "$(wc -l <"$trace") $(wc -c </run/show.log)" = "$lines_before $log_before"
check "it holds nothing more" test "$(ls /proc/"$viewer"/fd | wc -l)" -le "$lit"

y=$(offset_y)
finger drag 270,800 270,300 300
awake() { alive && seen '"lit":true,"reason":"idle"' && crtc_is 1; }
await "a touch lights it" awake
await "the page is there" at_rest
check "and has not moved" near "$(offset_y)" "$y" 0.01
check "that touch was no gesture" test "$(lines '"event":"gesture"')" = 0
finger drag 270,800 270,400 300
await "the very next touch works" played 1
check "the page moved with it" near "$(offset_y)" "$(echo "$y 400" | awk '{ print $1 + $2 }')" 1
asked() { seen '"event":"visit","is":"asked"'; }
await "the visitor is asked for" asked
# In the dark no picture is drawn: the view's own report tells.
home() { seen '"event":"visit","is":"over"' && grep '"event":"viewport"' "$trace" | tail -n 1 | grep -q '"page":1,"point":\[0.00,0.00\],"zoom":1.0'; }
await "the visitor has gone, and the first page is back" home
await "and the panel goes dark again" crtc_is 0
check "the viewer ends with 0" stop_viewer
