import Glibc

/// Puts encoded bytes under a path so that a reader sees the old file or the whole new one, never a part.
package enum PictureFile {
  /// Writes a temporary file beside `path` and renames it into place; on failure nothing stays behind.
  ///
  /// A symbolic link keeps standing and its target is replaced. What is there but is no regular file (a pipe,
  /// `/dev/stdout`) is written to directly. The bytes are not forced to the disk: frames of a replay are
  /// many, and a power cut may lose the last ones.
  package static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return try TemporaryFile(beside: path).fill(bytes, thenRenameTo: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return try writeThrough(bytes, path) }
    let target = resolved(path)
    try TemporaryFile(beside: target).fill(bytes, thenRenameTo: target)
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func writeThrough(_ bytes: [UInt8], _ path: String) throws(PictureError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PictureError(errno, path) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, path)
  }

  /// Writes every byte, however the kernel cuts the pieces.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(PictureError) {
    try bytes.span.withUnsafeBytes { buffer throws(PictureError) in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw PictureError(errno, path)
        }
        rest = rest.dropFirst(count)
      }
    }
  }
}

extension PictureError {
  /// Tells a full disk from other failures, since people do different things about them.
  init(_ code: Int32, _ path: String) {
    self = code == ENOSPC || code == EDQUOT ? .storageFull(path: path) : .writeFailed(path: path, errno: code)
  }
}
