# about: the machine has a display, touch devices and udev, and runs the program
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu uinput evdev
check "a display node" test -c /dev/dri/card0
check "its connector is connected" grep -qx connected /sys/class/drm/card0-Virtual-1/status
check "uinput" test -c /dev/uinput
udev_up
touch_up --size 540x960
udevadm settle --timeout=30
check "udev says it is a touchscreen" \
  sh -c "udevadm info --query=property --name=$node | grep -qx ID_INPUT_TOUCHSCREEN=1"
finger drag 270,800 270,400 100
check "the console tells its mode" sh -c '[ "$(kdmode /dev/tty1)" = "text unicode" ]'
check "the program runs" "$lectern" --version
check "the host answers" test "$(host 'echo yes')" = yes
screendump screen || fail "no screendump"
check "the screendump has the size of the mode" test "$(head -n 2 /share/screen.ppm | tail -n 1)" = "540 960"
check "a picture equals itself" same_picture screen.ppm screen.ppm
