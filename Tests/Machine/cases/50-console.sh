# about: the console is the viewer's while it runs, and a text console again when it ends
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
guide
console_is() { [ "$(kdmode /dev/tty1)" = "$1" ]; }
check "the console shows text before" console_is "text unicode"

show /run/guide.pdf
await "the first page is sharp" at_rest
check "the console is the viewer's, its keyboard off" console_is "graphics off"
check "the viewer ends with 0 on SIGTERM" stop_viewer
check "the console shows text again" console_is "text unicode"

rm "$trace"
show /run/guide.pdf
await "the first page is sharp again" at_rest
check "it is asked to quit" "$lectern" ctl quit
wait $viewer
check "the viewer ended with 0" test $? = 0
check "the console shows text again" console_is "text unicode"
