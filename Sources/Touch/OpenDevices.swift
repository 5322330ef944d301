internal import Glibc

/// Opens and closes device nodes for libinput, and remembers which descriptor is whose.
final class OpenDevices {
  private var descriptors: [String: Int32] = [:]
  /// The last node that could not be opened for want of permission.
  private(set) var denied: String?

  /// The descriptor of `/dev/input/NAME`, while libinput holds it open.
  func descriptor(name: String) -> Int32? {
    descriptors[name]
  }

  /// - Returns: a descriptor, or -errno.
  func open(_ path: String, flags: Int32) -> Int32 {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == EACCES || code == EPERM { denied = path }
      return -code
    }
    descriptors[Self.name(path)] = descriptor
    return descriptor
  }

  func close(_ descriptor: Int32) {
    if let name = descriptors.first(where: { $0.value == descriptor })?.key { descriptors[name] = nil }
    _ = Glibc.close(descriptor)
  }

  private static func name(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }
}
