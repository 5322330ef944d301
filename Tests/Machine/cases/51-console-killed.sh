# about: a viewer that is killed leaves a text console behind
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
guide
console_is() { [ "$(kdmode /dev/tty1)" = "$1" ]; }
show /run/guide.pdf
await "the first page is sharp" at_rest
check "the console is the viewer's, its keyboard off" console_is "graphics off"
kill -KILL $viewer
wait $viewer
await "the console shows text again" console_is "text unicode"
gone() { ! pidof lectern-worker >/dev/null; }
await "no worker is left" gone
