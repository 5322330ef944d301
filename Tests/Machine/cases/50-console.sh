# about: the console is the viewer's while it runs, is shared with others, and is a text console again after any end
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
# timeout: 90
guide
console_is() { [ "$(kdmode /dev/tty1)" = "$1" ]; }
in_front() { grep -qx "tty$1" /sys/class/tty/tty0/active; }
another() { ! screen_is shown.ppm; }
no_worker() { ! pidof lectern-worker >/dev/null; }
check "the console shows text before" console_is "text unicode"

show /run/guide.pdf
await "the first page is sharp" faded
check "the console is the viewer's, its keyboard off" console_is "graphics off"
screendump shown || fail "no screendump"

chvt 2
await "another console is in front" in_front 2
echo "a line that would not be seen" >/dev/tty2
await "its text is on the screen" another
check "it shows text" sh -c '[ "$(kdmode /dev/tty2)" = "text unicode" ]'
usleep 1500000
alive
check "the viewer keeps off a screen that is not its own" another
chvt 1
await "the viewer's console is in front again" in_front 1
await "the picture is back" screen_is shown.ppm
check "the console is the viewer's, its keyboard off" console_is "graphics off"
check "the viewer ends with 0 on SIGTERM" stop_viewer
check "the console shows text again" console_is "text unicode"
await "and the picture is gone" another

# Death takes the console from its session; the guard has no more rights than the viewer had.
as="/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs"
chown 65534 /dev/tty1 /dev/dri/card0
chmod 777 /run
rm "$trace" /run/stats.json
show /run/guide.pdf
await "the first page is sharp again" at_rest
check "the console is the viewer's again" console_is "graphics off"
kill -KILL $viewer
wait $viewer
await "a killed viewer leaves a text console" console_is "text unicode"
await "and no picture" another
await "and no worker" no_worker
