# about: the tests of a real console: taken, switched, given back, and text again after a death by signal
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
# timeout: 90
export LECTERN_CONSOLE=/dev/tty1
console_is() { [ "$(kdmode /dev/tty1)" = "text unicode" ]; }
package_tests "RealConsoleTests/(takenAndGivenBack|switching)"
# Swift's own handler would print a backtrace and go on after a SIGSEGV that was only raised.
export SWIFT_BACKTRACE=enable=no
for signal in 15 11 9; do
  LECTERN_DIE_OF=$signal "$TESTS" --testing-library swift-testing --filter RealConsoleTests/dies >/share/dies.txt 2>&1
  died=$?
  check "it died of signal $signal (status $died)" test $died = $((128 + signal))
  await "the console shows text again" console_is
done
