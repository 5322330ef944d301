# about: the tests of a real display, on virtio-gpu: modes, flips, on and off, pixels, a card taken away
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
# timeout: 90
card_tests virtio_gpu

driver=/sys/bus/virtio/drivers/virtio_gpu
export LECTERN_CARD_UNBIND="echo $(basename "$(ls -d $driver/virtio*)") >$driver/unbind"
package_tests DisplayTests.VanishingCardTests/
