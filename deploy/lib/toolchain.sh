# Read by the scripts of deploy/. Finds Swift and builds; $root is the checkout.

# find_swift: puts swift on PATH.
find_swift() {
  command -v swift >/dev/null || PATH=$PATH:/opt/swift/usr/bin
  if ! command -v swift >/dev/null; then
    cat >&2 <<'END'
Swift is not on the PATH. Lectern is built with Swift 6.3:
  1. Get the toolchain for Debian 12 and this machine's architecture from https://www.swift.org/install/linux/
  2. Unpack it:          tar -xzf swift-*.tar.gz -C /opt && mv /opt/swift-*/ /opt/swift
  3. Put it on the PATH: export PATH=/opt/swift/usr/bin:$PATH
Then start this again.
END
    return 69
  fi
}

# The compiler also refuses an import of a target that is not declared as a dependency.
import_check="--explicit-target-dependency-import-check error"

# build_release: the programs, optimised, in .build/release. The Swift runtime is in them, so that they run where there is
# no toolchain: what is tested is what is installed.
build_release() {
  # One by one: what the tests share is not for this kind of linking. $import_check unquoted: an option and its value.
  for program in $(programs); do
    swift build --package-path "$root" -c release --static-swift-stdlib --disable-local-rpath $import_check \
      --product "$program" || return
  done
}

# programs: the names of those that Package.swift makes.
programs() { sed -n 's/^ *\.executable(name: "\([^"]*\)".*/\1/p' "$root/Package.swift"; }
# companions: those that stand beside lectern where it is installed.
companions() { programs | grep -vx -e lectern -e lectern-sample; }
