import Glibc

/// What stands in folders.
package enum Directory {
  /// Names in a folder without `.` and `..`, in no order. Names that are no UTF-8 are left out: no option could
  /// name them either.
  package static func names(_ path: String) throws(SystemError) -> [String] {
    let opened = try FileDescriptor.open(path, .directory)
    let raw = opened.release()
    guard let stream = fdopendir(raw) else {
      let code = errno
      close(raw)
      throw SystemError(call: "fdopendir", code: code)
    }
    defer { closedir(stream) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    var names: [String] = []
    while true {
      // The end and a failure look alike but for errno.
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        if code != 0 { throw SystemError(call: "readdir", code: code) }
        return names
      }
      let bytes = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      guard let name = String(validatingCString: bytes), name != ".", name != ".." else { continue }
      names.append(name)
    }
  }

  /// Makes a folder and those above it; nothing when it is there.
  package static func create(_ path: String, permissions: UInt32 = 0o755) throws(SystemError) {
    var end = path.startIndex
    while end < path.endIndex {
      let start = path.index(after: end)
      end = path[start...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      if mkdir(part, permissions) < 0 {
        let code = errno
        if code != EEXIST { throw SystemError(call: "mkdir", code: code) }
      }
    }
    guard try FileStatus(path: path).kind == .directory else {
      throw SystemError(call: "mkdir", code: ENOTDIR)
    }
  }
}
