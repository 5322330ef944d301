# about: doctor tells what the machine has and lacks, and its fix for an untagged touch panel works
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu uinput evdev
# timeout: 120

# doctor [COMMAND...]: asks it (through COMMAND), and keeps the table for those who read failures.
doctor() {
  "$@" "$lectern" doctor >/run/doctor.txt 2>&1
  doctor_status=$?
  cat /run/doctor.txt >>/share/doctor.txt
}
# told STATE SUBJECT: it said so. fix SUBJECT: what to do about it.
told() { grep -q "^$1  *$2  " /run/doctor.txt; }
fix() { sed -n "/^[a-z]*  *$1  /{n;s/^ *fix: *//p}" /run/doctor.txt; }

touch_up --size 540x960
doctor
check "without udev nothing is recognised" told lacks udev
check "and that is a lack" test $doctor_status = 69

install -D -m 644 "$MACHINE/../../udev/70-lectern.rules" /etc/udev/rules.d/70-lectern.rules
udev_up
doctor
check "the card is free" told ok "display card0"
check "its screen has a size" told ok "connector Virtual-1"
check "the touchscreen is one" told ok "touchscreen ${node#/dev/input/}"
check "the rules are installed" told ok "udev rules"

echo 'KERNEL=="event*", ENV{ID_INPUT_TOUCHSCREEN}="", ENV{ID_INPUT_TOUCHPAD}="1"' >/run/udev/rules.d/61-wrong.rules
udevadm control --reload && udevadm trigger --subsystem-match=input
udevadm settle --timeout=30
doctor
check "a panel that udev does not call a touchscreen is named" told lacks "touchscreen ${node#/dev/input/}"
check "its fix runs" sh -c "$(fix "touchscreen ${node#/dev/input/}")"
udevadm settle --timeout=30
doctor
check "and makes it one" told ok "touchscreen ${node#/dev/input/}"

# The first to open a card is its master.
exec 9<>/dev/dri/card0
doctor
check "a screen that another program has is a lack" told lacks "display card0"
check "the program is named" grep -q "Another program has it: .*(process $$)" /run/doctor.txt
exec 9>&-
doctor
check "it is free again, so doctor itself kept nothing" told ok "display card0"

# udevd was started without names of groups.
chgrp video /dev/dri/card0 && chgrp input /dev/input/event* && chmod 660 /dev/dri/card0 /dev/input/event*
doctor /usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups
check "who is in no group lacks both" told lacks "group video" && check "input, too" told lacks "group input"
check "the card stays shut to them" told lacks "display card0"
check "its fix names the group that owns it" sh -c '[ "$1" = "usermod -aG video nobody, then log in again" ]' - \
  "$(fix "display card0")"
doctor /usr/bin/setpriv --reuid=65534 --regid=65534 --groups=video,input
check "in these groups the card is free" told ok "display card0"
check "and the touchscreen open" told ok "touchscreen ${node#/dev/input/}"
