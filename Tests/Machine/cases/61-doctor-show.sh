# about: doctor beside a running kiosk names it, and neither takes its screen nor changes a pixel
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
# timeout: 120
guide
# The page's number is shown for a while and fades by itself.
faded() {
  local before
  at_rest || return 1
  before=$(lines '"event":"frame"')
  usleep 3000000
  [ "$(lines '"event":"frame"')" = "$before" ]
}

show /run/guide.pdf
await "the first page is sharp, and nothing moves any more" faded
screendump before

"$lectern" doctor >/share/doctor.txt 2>&1
check "the card is the kiosk's" grep -q "^ok  *display card0  .*used by lectern (process [0-9]*)" /share/doctor.txt
check "its console, too" grep -q "^ok  *console tty1  " /share/doctor.txt
check "the picture is as it was" screen_is before.ppm
check "the viewer ends with 0" stop_viewer
