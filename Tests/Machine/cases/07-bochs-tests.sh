# about: the tests of a real display, on bochs-display: modes, flips, on and off, and the pixels on the screen
# device: bochs-display,id=g0,xres=540,yres=960
# modules: bochs
# timeout: 90
card_tests bochs-drm
