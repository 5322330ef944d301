# about: virtio-gpu shows, pixel by pixel, what the headless replay of the same clip ends with
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
guide
replayed wanted rest.clip
show --input "$MACHINE/clips/rest.clip" /run/guide.pdf
await "four gestures are over and the picture is sharp" played 4
await "the screen is the replay's last frame" screen_is wanted.png
check "the viewer ends with 0" stop_viewer
