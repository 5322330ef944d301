import Glibc

/// A file of its own name beside its later one; removed with the value unless it was renamed.
struct TemporaryFile: ~Copyable {
  private let name: String
  private var descriptor: Int32
  private var isInPlace = false

  /// Creates `.NAME.PID.N.part` in the folder of `path`, readable as the process's umask says.
  init(beside path: String) throws(PictureError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[...$0] } ?? ""
    // A name may be 255 bytes long; the marks around it must still fit.
    let base = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let stem = String(decoding: base.utf8.prefix(200), as: UTF8.self)
    var attempt = 0
    while true {
      let name = "\(folder).\(stem).\(getpid()).\(attempt).part"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        self.name = name
        self.descriptor = descriptor
        return
      }
      let code = errno
      // A name left by a process that was killed, or another thread's.
      guard code == EEXIST || code == EINTR, attempt < 1000 else { throw PictureError(code, path) }
      attempt += 1
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isInPlace { unlink(name) }
  }

  consuming func fill(_ bytes: [UInt8], thenRenameTo path: String) throws(PictureError) {
    try PictureFile.writeAll(bytes, to: descriptor, path)
    // Network file systems tell of a full disk only here.
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 || errno == EINTR else { throw PictureError(errno, path) }
    guard rename(name, path) == 0 else { throw PictureError(errno, path) }
    isInPlace = true
  }
}
