# about: the tests of a real display, on virtio-gpu: modes, flips, on and off, and the pixels on the screen
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
# timeout: 90
card_tests virtio_gpu
