# Read by the scripts of deploy/. Installs the distribution's packages that building, showing and testing need.
# Debian 12 and its relatives; as root, or with sudo.

# What is loaded while the programs run; the linker does not know of it.
late_packages="librsvg2-2"
# What Package.swift's bindings need stands in Package.swift: binding("CDRM", "libdrm", "libdrm-dev").
binding_packages() {
  tr '\n' ' ' <"$root/Package.swift" | grep -o 'binding( *"[^)]*)' | while read -r call; do
    echo "$call" | grep -o '"[^"]*"' | tail -n +3 | tr -d '"'
  done
}

# What the Swift toolchain itself loads, compiles against and links with.
toolchain_packages="libncurses6 libxml2 libcurl4 binutils libstdc++-12-dev libc6-dev pkg-config"
# What documents leave to the reader: the standard 14 fonts, character maps and glyphs for Chinese, Japanese and Korean;
# and the face of the viewer's own controls.
font_packages="poppler-data fonts-urw-base35 fonts-droid-fallback fonts-inter"
# The compiler of the translations.
build_packages="gettext"
# The virtual machine of the tests (with debootstrap for one that has systemd) with a plain flipping program to compare with, python3 for the lint, qpdf, which lays
# documents out for streaming, engines that read what was written, and what judges a package and its manual pages.
test_packages="qpdf qemu-system-x86 busybox-static cpio gcc make xz-utils python3 udev libdrm-tests mupdf-tools
  poppler-utils debootstrap dpkg-dev lintian mandoc"

# A server that others have written, for tests over TLS. Installing it can start it for the whole machine: nothing that a
# developer's machine should have done to it without being asked.
if [ "${CI:-}" = true ]; then
  test_packages="$test_packages nginx-light openssl"
fi

# missing_packages NAME...: those that are not installed.
missing_packages() {
  # dpkg-query knows packages of another architecture as NAME:ARCH; an unknown one is only a complaint.
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p')
  for package; do
    echo "$installed" | grep -qx -e "$package" || printf '%s ' "$package"
  done
}

# as_root COMMAND...: runs apt-get and the like.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "Only root can do this, and there is no sudo: $*" >&2
    return 69
  fi
}

# quiet_apt ARGUMENT...: apt-get that asks nothing, waits for its lock, and is heard only when it fails.
quiet_apt() {
  log=$(mktemp)
  if as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" \
    >"$log" 2>&1 </dev/null; then
    rm -f "$log"
  else
    tail -n 20 "$log" >&2
    rm -f "$log"
    return 69
  fi
}

# install_packages NAME...: quick when all are there; the lists are fetched once, and only when something is missing.
install_packages() {
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  echo "Installing: $missing"
  # Unquoted: a list of names.
  if ! { quiet_apt update && quiet_apt install --no-install-recommends $missing; }; then
    echo "These packages could not be installed: $missing" >&2
    return 69
  fi
}
