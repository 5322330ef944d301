# about: the tests of a real display, on vkms: modes, flips, on and off (no pixels come out of it)
# modules: vkms
# timeout: 90
card_tests vkms
