# about: the tests of libinput that need real devices and udev
# modules: uinput evdev
# timeout: 90
udev_up
export LECTERN_UINPUT=1
package_tests LibinputTouchTests
