# about: virtio-gpu shows, pixel by pixel, what the headless replay ends with: by atomic commits, then by the old calls
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu
# timeout: 90
guide
replayed wanted rest.clip
# Only the kernel can tell by which calls the picture came.
calls() { grep -c "$1" /sys/kernel/tracing/trace; }
echo 'p:atomic drm_mode_atomic_ioctl' >/sys/kernel/tracing/kprobe_events
echo 'p:legacy drm_mode_page_flip_ioctl' >>/sys/kernel/tracing/kprobe_events
echo 1 >/sys/kernel/tracing/events/kprobes/enable

show --atomic on --input "$MACHINE/clips/rest.clip" /run/guide.pdf
await "four gestures are over and the picture is sharp" played 4
await "the screen is the replay's last frame" screen_is wanted.png
check "the viewer ends with 0" stop_viewer
check "it came by atomic commits ($(calls atomic:))" test "$(calls atomic:)" -gt 40
check "and by them alone" test "$(calls legacy:)" = 0

echo >/sys/kernel/tracing/trace
rm "$trace"
show --atomic off --input "$MACHINE/clips/rest.clip" /run/guide.pdf
await "four gestures are over and the picture is sharp again" played 4
await "the screen is the replay's last frame again" screen_is wanted.png
check "the viewer ends with 0" stop_viewer
check "it came by page flips ($(calls legacy:))" test "$(calls legacy:)" -gt 40
check "and by them alone" test "$(calls atomic:)" = 0
