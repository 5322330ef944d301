# about: the display device goes away under the viewer and comes back: the picture returns, at the same place
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
guide
udev_up
# Not the place where a document begins.
show --page 5 /run/guide.pdf
await "the first page is sharp" faded
screendump before || fail "no screendump"

driver=/sys/bus/virtio/drivers/virtio_gpu
device=$(basename "$(ls -d $driver/virtio*)")
echo "$device" >$driver/unbind
check "the device is gone" test ! -e "$driver/$device"
usleep 500000
alive
echo "$device" >$driver/bind
check "the device is back" test -e "$driver/$device"
await "the picture is back" screen_is before.ppm
alive
check "the viewer ends with 0" stop_viewer
