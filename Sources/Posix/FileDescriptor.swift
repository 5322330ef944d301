import Glibc

/// An open file that belongs to one owner, and is closed with it.
package struct FileDescriptor: ~Copyable, Sendable {
  /// For calls that borrow it; never close this number.
  package let rawValue: Int32

  /// Takes over a descriptor that nobody else closes.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    // Linux frees the number even when close reports an error: never again, it may be somebody else's by then.
    _ = close(rawValue)
  }

  /// Gives the number away; whoever takes it closes it.
  package consuming func release() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  /// A second descriptor of the same open file (shared offset), close-on-exec.
  package borrowing func duplicate() throws(SystemError) -> FileDescriptor {
    let raw = rawValue
    return FileDescriptor(owning: try systemCall("fcntl") { fcntl(raw, F_DUPFD_CLOEXEC, 3) })
  }

  package borrowing func setNonBlocking(_ on: Bool) throws(SystemError) {
    let raw = rawValue
    let flags = try systemCall("fcntl") { fcntl(raw, F_GETFL) }
    let wanted = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
    if wanted != flags { _ = try systemCall("fcntl") { fcntl(raw, F_SETFL, wanted) } }
  }

  /// Size in bytes, as `fstat` tells it.
  package borrowing func size() throws(SystemError) -> Int {
    var status = stat()
    let raw = rawValue
    _ = try systemCall("fstat") { fstat(raw, &status) }
    return Int(status.st_size)
  }

  // MARK: Reading

  /// One read; 0 at the end of the file.
  package borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let raw = rawValue
    return try systemCall("read") { Glibc.read(raw, buffer.baseAddress, buffer.count) }
  }

  /// One read at a place, leaving the offset alone; 0 at the end of the file.
  package borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int {
    let raw = rawValue
    return try systemCall("pread") { pread(raw, buffer.baseAddress, buffer.count, offset) }
  }

  /// One read of at most `count` bytes; empty at the end of the file.
  package borrowing func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let raw = rawValue
    let got = try systemCall("read") {
      bytes.withUnsafeMutableBytes { Glibc.read(raw, $0.baseAddress, $0.count) }
    }
    bytes.removeLast(count - got)
    return bytes
  }

  /// All that follows `offset`, at most `limit` bytes: `EFBIG` when there is more.
  ///
  /// Safe on a file that somebody else may truncate meanwhile: it reads, it never maps.
  package borrowing func readAll(from offset: Int = 0, limit: Int) throws(SystemError) -> [UInt8] {
    let raw = rawValue
    var bytes: [UInt8] = []
    // One byte more than allowed tells whether there is more.
    var step = min(max((try? size()) ?? 0, 4095) - offset, limit) + 1
    if step <= 0 { step = 4096 }
    while true {
      let place = offset + bytes.count
      let piece = try [UInt8](unsafeUninitializedCapacity: step) { buffer, count throws(SystemError) in
        count = try systemCall("pread") { pread(raw, buffer.baseAddress, step, place) }
      }
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > limit { throw SystemError(call: "pread", code: EFBIG) }
      step = min(65536, limit + 1 - bytes.count)
    }
  }

  /// All that follows, from a pipe or standard input, too; at most `limit` bytes: `EFBIG` when there is more.
  package borrowing func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try read(upTo: min(65536, limit + 1 - bytes.count))
      if part.isEmpty { return bytes }
      bytes += part
      if bytes.count > limit { throw SystemError(call: "read", code: EFBIG) }
    }
  }

  // MARK: Writing

  /// Returns when what was written (or, of a folder, which names stand in it) would survive a power cut.
  package borrowing func sync() throws(SystemError) {
    let raw = rawValue
    _ = try systemCall("fsync") { fsync(raw) }
  }

  /// As `sync`, without what reading does not need, such as times (fdatasync(2)).
  package borrowing func syncData() throws(SystemError) {
    let raw = rawValue
    _ = try systemCall("fdatasync") { fdatasync(raw) }
  }

  /// Makes the file so long; what is new in it is zeros that take up no room.
  package borrowing func setSize(_ size: Int) throws(SystemError) {
    let raw = rawValue
    _ = try systemCall("ftruncate") { ftruncate(raw, size) }
  }

  /// Writes everything at a place, leaving the offset alone.
  package borrowing func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    let raw = rawValue
    var done = 0
    while done < bytes.count {
      let start = done
      done += try systemCall("pwrite") {
        pwrite(raw, bytes.baseAddress.map { $0 + start }, bytes.count - start, offset + start)
      }
    }
  }

  /// Cuts the file to nothing; what is written next stands at its start.
  package borrowing func truncate() throws(SystemError) {
    let raw = rawValue
    _ = try systemCall("ftruncate") { ftruncate(raw, 0) }
    _ = try systemCall("lseek") { lseek(raw, 0, SEEK_SET) }
  }

  /// Takes the file's lock (flock(2)) without waiting; it goes with the last descriptor of this opening.
  /// - Returns: whether it is ours.
  package borrowing func lock(exclusively: Bool) throws(SystemError) -> Bool {
    let raw = rawValue
    do throws(SystemError) {
      _ = try systemCall("flock") { flock(raw, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) }
      return true
    } catch {
      if error.isWouldBlock { return false }
      throw error
    }
  }

  /// Writes everything, in as many calls as it takes.
  package borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try writeAll(bytes.span)
  }

  package borrowing func writeAll(_ text: String) throws(SystemError) {
    try writeAll(Array(text.utf8))
  }

  package borrowing func writeAll(_ bytes: Span<UInt8>) throws(SystemError) {
    let raw = rawValue
    var done = 0
    while done < bytes.count {
      let start = done
      done += try systemCall("write") {
        bytes.withUnsafeBytes { write(raw, $0.baseAddress.map { $0 + start }, $0.count - start) }
      }
    }
  }
}

extension FileDescriptor {
  /// How `open` opens a file; always close-on-exec.
  package enum OpenMode: Hashable, Sendable {
    case read
    /// Devices.
    case readWrite
    /// Empties what was there; a new file gets `permissions` less the umask.
    case create
    /// Fails with `EEXIST` when the name is taken.
    case createNew
    case append
    case directory
  }

  /// Opens a file.
  /// - Parameter blocking: false for devices and pipes that the event loop polls.
  package static func open(
    _ path: String, _ mode: OpenMode = .read, permissions: UInt32 = 0o644, blocking: Bool = true
  ) throws(SystemError) -> FileDescriptor {
    var flags: Int32 =
      switch mode {
      case .read: O_RDONLY
      case .readWrite: O_RDWR
      case .create: O_WRONLY | O_CREAT | O_TRUNC
      case .createNew: O_WRONLY | O_CREAT | O_EXCL
      case .append: O_WRONLY | O_CREAT | O_APPEND
      case .directory: O_RDONLY | O_DIRECTORY
      }
    flags |= O_CLOEXEC | O_NOCTTY
    if !blocking { flags |= O_NONBLOCK }
    return FileDescriptor(owning: try systemCall("open") { Glibc.open(path, flags, permissions) })
  }
}
