# about: the packaged kiosk starts on boot as its own user, and comes back from whatever ends it; the package goes without a trace
# device: virtio-gpu-pci,id=g0,xres=540,yres=960
# modules: virtio_gpu evdev
# system: service
# timeout: 600
prop() { systemctl show lectern.service -p "$1" --value; }
active() { [ "$(prop ActiveState)" = active ]; }
failed() { [ "$(prop ActiveState)" = failed ]; }
viewer_is_new() { active && [ "$(prop MainPID)" != "$viewer" ]; }
verified() { [ -z "$(systemd-analyze verify --man=no lectern.service 2>&1 | tee -a /share/verify.txt)" ]; }
# How long the last start took, from the program's begin to the picture, and when that was; µs on the machine's clock.
began() { prop ExecMainStartTimestampMonotonic; }
shown() { prop ActiveEnterTimestampMonotonic; }
now_us() { awk '{ printf "%d\n", $1 * 1000000 }' /proc/uptime; }
ms() { echo $(($1 / 1000)); }
workers() { pidof lectern-worker; }
there_are() { workers >/dev/null; }

patience=90
await "the kiosk is there after the boot" active
viewer=$(prop MainPID)
reference=$(($(shown) - $(began)))
userspace=$(systemctl show -p UserspaceTimestampMonotonic --value)
echo "figure: from systemd's start to the picture $(ms $(($(shown) - userspace))) ms, of these the program's own $(ms $reference)"
# Of a process that may not be looked into, /proc is root's; its status tells who it is.
user_of() { sed -n 's/^Uid:\t\([0-9]*\)\t.*/\1/p' "/proc/$1/status"; }
own=$(id -u lectern)
check "that is not root" test "$own" != 0
check "it has no capability" grep -qx "CapEff:	0000000000000000" /proc/$viewer/status
check "nor can it get one" grep -qx "NoNewPrivs:	1" /proc/$viewer/status
for process in $(cat /sys/fs/cgroup/system.slice/lectern.service/cgroup.procs); do
  check "$(cat /proc/$process/comm) runs as its user" test "$(user_of $process)" = "$own"
done
await "there are workers" there_are
for worker in $(workers); do
  check "the manager's socket is not handed on" sh -c "! tr '\0' '\n' </proc/$worker/environ | grep -qE 'NOTIFY|WATCHDOG'"
done
check "its status says what it shows" sh -c "systemctl show lectern.service -p StatusText | grep -q 'guide.pdf, [0-9]* pages'"
host "printf '0 wait 6000ms\n' >still.clip && mkdir wanted && '$BIN/lectern' replay --controls off --input still.clip \
  --size 540x960 --dpi 102 --frames wanted guide.pdf && cp \"\$(ls wanted/frame-*.png | tail -n 1)\" first.png" || fail "no replay"
await "it shows the document's first page, as a replay does" screen_is first.png
check "the console is the kiosk's" test "$(kdmode /dev/tty1)" = "graphics off"

# back WHAT: another viewer shows the same picture.
back() {
  await "another viewer is there after $1" viewer_is_new
  viewer=$(prop MainPID)
  await "it shows the same page" screen_is first.png
}
killed=$(now_us)
kill -KILL "$viewer"
back "SIGKILL"
echo "figure: $(ms $(($(shown) - killed))) ms from SIGKILL to the picture (reference $(ms $reference) ms)"
# One that died once is started after RestartSec=, half a second.
check "within twice the reference and the unit's delay" test $(($(shown) - killed)) -le $((2 * reference + 500000))

kill -KILL $(workers)
await "there are other workers or none are needed" screen_is first.png
check "killed workers do not end the viewer" test "$(prop MainPID)" = "$viewer"

killed=$(now_us)
kill -STOP "$viewer"
back "SIGSTOP"
echo "figure: $(ms $(($(shown) - killed))) ms from SIGSTOP to the picture"
check "the watchdog has ended it" sh -c "journalctl -q -u lectern.service | grep -q 'Watchdog timeout'"

date -s "@$(($(date +%s) + 86400))" >/dev/null
usleep 11000000
date -s "@$(($(date +%s) - 172800))" >/dev/null
usleep 11000000
check "the clock's jumps by a day change nothing" test "$(prop MainPID)" = "$viewer"
check "nor does the picture" screen_is first.png

dd if=/dev/zero of=/var/full bs=1M >/dev/null 2>&1
check "the disk is full" sh -c '! dd if=/dev/zero of=/var/lib/lectern/more bs=1M count=1 2>/dev/null'
kill -KILL "$viewer"
back "SIGKILL on a full disk"
rm -f /var/full /var/lib/lectern/more

check "nobody complains" sh -c '[ -z "$(systemctl --failed --plain --no-legend)" ]'
journalctl -q -o cat -u lectern.service >/share/journal.txt
check "the program has said nothing" sh -c '! grep -E "^lectern: " /share/journal.txt'

# No way to the outside but what a drop-in opens.
# What restart-pause remembers goes with a stop.
anew() { systemctl stop lectern.service && systemctl start lectern.service; }
sources() { sed -i "s#^file = .*#file = $1#" /etc/lectern/lectern.conf; }
status_is() { case $(prop StatusText) in $1) ;; *) return 1 ;; esac; }
httpd -p 127.0.0.1:8080 -h /srv || fail "no server"
sources http://127.0.0.1:8080/guide.pdf
anew
await "without network.conf no server is reached" status_is '*\[*]'
cp /usr/share/doc/lectern/examples/network.conf /etc/systemd/system/lectern.service.d/
systemctl daemon-reload
anew
await "with it the document comes" status_is '*guide.pdf, * pages'
await "and is shown" screen_is first.png

sources /srv/guide.pdf
viewer=$(prop MainPID)
# By its path: busybox has a dpkg of its own.
check "an upgrade installs" /usr/bin/dpkg -i /share/lectern.deb
back "it"

check "the unit is as systemd wants it" verified
systemctl stop lectern.service
check "stop restores the console" test "$(kdmode /dev/tty1)" = "text unicode"
another() { ! screen_is first.png; }
await "and the picture is gone" another
check "with a good end" test "$(prop Result)" = success

echo "colour = blue" >>/etc/lectern/lectern.conf
systemctl start lectern.service 2>/dev/null
await "a wrong configuration is an error" failed
usleep 3000000
check "that no restart is tried for" test "$(prop NRestarts)$(prop ExecMainStatus)" = 078
check "it is said with its line" sh -c "journalctl -q -o cat -u lectern.service | grep -q 'lectern.conf:[0-9]*: colour: .*\[bad-configuration\]'"

printf '[Service]\nExecStart=\nExecStart=/bin/false\n' >/etc/systemd/system/lectern.service.d/dies.conf
systemctl daemon-reload
systemctl start lectern.service 2>/dev/null
waits() { journalctl -q -o cat -u lectern.service | grep -q "waiting $1 s"; }
await "one that cannot live is started after longer and longer pauses" waits 4
check "and not more often" test "$(prop NRestarts)" = 4
systemctl stop lectern.service
check "it stops while it waits" test "$(prop ActiveState)" = inactive
rm /etc/systemd/system/lectern.service.d/dies.conf && systemctl daemon-reload
check "the package is purged" /usr/bin/dpkg -P lectern
for left in /etc/lectern /var/lib/lectern /var/cache/lectern /run/lectern /usr/libexec/lectern \
  /etc/systemd/system/multi-user.target.wants/lectern.service /etc/systemd/system/lectern.service; do
  check "nothing is left: $left" sh -c "[ ! -e $left ] && [ ! -L $left ]"
done
check "it installs into a running system" /usr/bin/dpkg -i /share/lectern.deb
check "and waits to be enabled" sh -c '[ "$(systemctl is-enabled lectern.service)" = disabled ] && ! systemctl -q is-active lectern.service'
