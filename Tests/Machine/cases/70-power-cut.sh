# about: the power goes while documents are fetched; what is kept is whole and right at each later start
# modules: virtio_blk crc32c_generic ext4
# disk: 96M
# cuts: 3
# timeout: 120
cache=/run/disk/cache
mkdir -p /run/disk /run/www
mount -t ext4 /dev/vda /run/disk || fail "the disk does not mount"
host "'$MACHINE/documents' www $ROUND" || fail "no documents"
# The second ends what the last round began: it is asked for what was served then.
[ "$ROUND" = 0 ] || host "mkdir -p before && '$MACHINE/documents' before $((ROUND - 1))" || fail "no documents of before"
options="--cache-dir $cache --persistent"

# serve FOLDER: by a server that knows parts and versions.
serve() {
  rm -f /run/www/*.pdf
  cp -p /share/$1/*.pdf /run/www/ || fail "no documents to serve"
}
httpd -p 127.0.0.1:8080 -h /run/www || fail "no server"
address=http://127.0.0.1:8080

# known: whether a file is, byte by byte, one of the documents that were ever served.
known() { grep -q "^$(sha256sum "$1" | cut -d' ' -f1) " /share/www.sums; }
# all_known: whether everything that is kept as a whole copy is one of them.
all_known() {
  copies=0
  for copy in $(find "$cache" -name '*.document' 2>/dev/null); do
    copies=$((copies + 1))
    known "$copy" || fail "a copy is none of the documents: $copy"
  done
  echo "ok: $copies copies are right, byte by byte"
}
all_known
check "what is kept can be listed" "$lectern" cache list $options

if [ "$ROUND" != 0 ]; then
  parts=$(find "$cache" -name '*.part' | wc -l)
  serve before
  check "what had begun to come is completed ($parts of them)" "$lectern" cache fetch $address/streamed.pdf $options
  all_known
fi
serve www
if [ "$ROUND" = "$CUTS" ]; then
  for name in streamed first second; do check "$name comes" "$lectern" cache fetch $address/$name.pdf $options; done
  all_known
  check "all three are kept" test "$copies" -ge 3
  exit 0
fi

# One is read while it comes, the others are fetched, and at some moment of all this the power goes.
echo "1500 ctl goto 3" >/run/clip
"$lectern" replay --config none --size 200x150 --input /run/clip $patient $options $address/streamed.pdf >/run/replay.log 2>&1 &
for name in first second; do "$lectern" cache fetch $address/$name.pdf $options >/dev/null 2>&1 & done
usleep $(($(od -An -N2 -tu2 /dev/urandom) * 120))
touch /share/cut
qmp '{"execute":"quit"}'
sleep 60
