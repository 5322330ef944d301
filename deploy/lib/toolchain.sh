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

# build_release: the programs, optimised, in .build/release.
build_release() {
  # Unquoted: an option and its value.
  swift build --package-path "$root" -c release $import_check
}
