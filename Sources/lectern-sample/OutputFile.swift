import Glibc

/// Puts the guide under its path: the old file or the whole new one, never a part.
enum OutputFile {
  static func write(_ bytes: [UInt8], to path: String) throws(SampleError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      // A pipe or device is written to, not replaced.
      return try fill(bytes, path, O_WRONLY | O_CLOEXEC, toldAs: path)
    }
    let temporary = "\(path).\(getpid()).part"
    do throws(SampleError) {
      try fill(bytes, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, toldAs: path)
      guard rename(temporary, path) == 0 else { throw failure(errno, path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func fill(_ bytes: [UInt8], _ name: String, _ flags: Int32, toldAs path: String)
    throws(SampleError)
  {
    let descriptor = open(name, flags, 0o666)
    guard descriptor >= 0 else { throw failure(errno, path) }
    var done = 0
    var problem: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      while done < buffer.count, problem == 0 {
        let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if count >= 0 { done += count } else if errno != EINTR { problem = errno }
      }
    }
    if close(descriptor) != 0, problem == 0, errno != EINTR { problem = errno }
    if problem != 0 { throw failure(problem, path) }
  }

  private static func failure(_ code: Int32, _ path: String) -> SampleError {
    code == ENOSPC || code == EDQUOT ? .storageFull(path: path) : .writeFailed(path: path, errno: code)
  }
}
