import Glibc

/// Where a local socket is: a name in the file system, or one of the kernel's own that begins with `@` (unix(7)).
struct LocalAddress {
  /// Longest path that an address holds beside the zero behind it, in bytes.
  static let longestPath = 107

  private let name: [UInt8]
  private let isAbstract: Bool

  /// A path, whatever it begins with.
  init(_ path: String) {
    (name, isAbstract) = (Array(path.utf8), false)
  }

  /// As service managers write it: a path from the root, or `@` and an abstract name. Nil for anything else.
  init?(notation: String) {
    let name = Array(notation.utf8)
    guard name.count > 1, name.count <= Self.longestPath, !name.contains(0) else { return nil }
    switch name[0] {
    case UInt8(ascii: "/"): (self.name, isAbstract) = (name, false)
    case UInt8(ascii: "@"): (self.name, isAbstract) = (Array(name.dropFirst()), true)
    default: return nil
    }
  }

  func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract name begins with a zero and ends with the address: every byte of it counts.
    withUnsafeMutableBytes(of: &address.sun_path) {
      for (index, byte) in name.prefix(Self.longestPath).enumerated() {
        $0[index + (isAbstract ? 1 : 0)] = byte
      }
    }
    let size = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + 1 + name.count }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(size ?? MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
