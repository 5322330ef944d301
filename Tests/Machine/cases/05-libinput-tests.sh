# about: the tests of libinput that need real devices and udev
# modules: uinput evdev
# timeout: 90
# The bundle that was built on the host runs as it is; `swift test` would cost minutes here.
check "the test bundle was built (swift build --build-tests)" test -x "$TESTS"
udev_up
export LECTERN_UINPUT=1
"$TESTS" --testing-library swift-testing --filter LibinputTouchTests >/share/tests.txt 2>&1
status=$?
grep -v '^◇' /share/tests.txt
check "the tests pass" test $status = 0
check "and none was skipped" sh -c "! grep -q '^➜' /share/tests.txt"
check "and there were some" grep -q '^✔ Test run with [1-9]' /share/tests.txt
