#!/bin/bash
# Packs the release build and lets the distribution's own judges look at the package and at the manual pages.
set -euo pipefail
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
out=$root/.build/package-test
rm -rf "$out"
package=$(LECTERN_BIN=${LECTERN_BIN:-$root/.build/release} "$root/deploy/package" "$out" | tail -n 1)
lintian --fail-on error,warning "$package"
dpkg-deb -x "$package" "$out/tree"
for page in "$out"/tree/usr/share/man/man*/*.gz; do
  # mandoc -T lint judges style, too; what it calls a warning or worse is a fault.
  zcat "$page" | mandoc -T lint -W warning
done
# Nothing but the distribution's libraries, and no engine and no network in the viewer.
for program in "$out"/tree/usr/bin/lectern "$out"/tree/usr/libexec/lectern/lectern-*; do
  libraries=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  ! grep -E '^lib(swift|Foundation)' <<<"$libraries" || { echo "$program wants the toolchain's libraries"; exit 1; }
  case $program in
    */bin/lectern) ! grep -E '^lib(curl|poppler|archive|tiff|rsvg)' <<<"$libraries" || exit 1 ;;
  esac
  readelf -d "$program" | grep -E '\((RPATH|RUNPATH)\)' && { echo "$program names folders of this machine"; exit 1; }
done
du -k --apparent-size "$package" | cut -f1 | sed 's/$/ kB/'
