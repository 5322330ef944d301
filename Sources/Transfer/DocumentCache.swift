import CGLib
import Glibc
package import Posix
package import ViewerCore

/// The house's copies of documents from servers: those of this run, those that came block by block, and those that are
/// kept.
///
/// Several processes may use it at once. Copies of the run live as long as somebody holds the run's lock; the first to
/// come when nobody does clears them. Blocks stay beyond the run, and so does the copy they become, until there is no
/// room for them: to fetch them again would cost more than to keep them. A key's lock says who fetches it, another one
/// who keeps its blocks.
package final class DocumentCache {
  private let run: CopyFolder
  private let streamed: CopyFolder
  private let kept: CopyFolder
  private let locks: String
  /// Held until the end of the process.
  private let runLock: FileDescriptor
  /// Bytes that copies may take up, each kind by itself.
  private let limit: Int

  /// - Parameters:
  ///   - folder: of copies that may be lost.
  ///   - keptFolder: of those that should not.
  package init(folder: String, keptFolder: String, limit: Int) throws(SystemError) {
    run = try CopyFolder("\(folder)/session")
    streamed = try CopyFolder("\(folder)/blocks")
    kept = try CopyFolder("\(keptFolder)/documents")
    locks = "\(folder)/locks"
    self.limit = limit
    try Directory.create(locks, permissions: 0o700)
    runLock = try FileDescriptor.open("\(folder)/session.lock", .append, permissions: 0o600)
    if try runLock.lock(exclusively: true) {
      for key in run.keys() { run.remove(key) }
      for folder in [run, streamed, kept] { folder.sweep() }
      for name in (try? Directory.names(locks)) ?? [] { unlink("\(locks)/\(name)") }
    }
    // The lock is only ever lowered here: whoever comes in between clears what is not there yet.
    while try runLock.lock(exclusively: false) == false { usleep(10_000) }
  }

  /// SHA-256, as 64 hexadecimal digits.
  package static func key(_ identity: String) -> String {
    let text = Array(identity.utf8)
    guard let digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, text, gsize(text.count)) else {
      return ""
    }
    defer { g_free(digest) }
    return String(cString: digest)
  }

  package func record(_ key: String) -> CacheRecord? {
    kept.record(key) ?? streamed.record(key) ?? run.record(key)
  }

  /// A kept copy stands before one of the run.
  package func open(_ key: String) -> FileDescriptor? {
    kept.open(key) ?? streamed.open(key) ?? run.open(key)
  }

  /// Keeps a copy of the run beyond it, where that is wanted.
  package func promote(_ key: String) throws(SystemError) {
    guard kept.record(key) == nil else { return }
    for folder in [streamed, run] where folder.record(key) != nil { return try kept.adopt(key, from: folder) }
  }

  package func validate(_ key: String, at now: Int64) throws(SystemError) {
    for folder in [kept, streamed, run] where folder.record(key) != nil {
      return try folder.validate(key, at: now)
    }
  }

  package func incoming(_ key: String, isPersistent: Bool) throws(SystemError) -> IncomingFile {
    try folder(key, isPersistent).incoming(key)
  }

  package func commit(
    _ incoming: consuming IncomingFile, _ key: String, _ record: CacheRecord, isPersistent: Bool
  ) throws(SystemError) {
    let folder = folder(key, isPersistent)
    try folder.commit(incoming, key, record)
    forgetOthers(key, but: folder)
    folder.trim(to: limit, sparing: [key])
  }

  /// Of two copies the older must not come back once the newer one is gone.
  private func forgetOthers(_ key: String, but folder: CopyFolder) {
    for other in [streamed, run] where other.path != folder.path { other.remove(key) }
  }

  /// Forgets a document.
  /// - Returns: bytes that were given back; nil when there was no copy.
  package func remove(_ key: String) -> Int? {
    let bytes = [kept, streamed, run].compactMap { $0.remove(key) }
    return bytes.isEmpty ? nil : bytes.reduce(0, +)
  }

  /// A copy, or what there is of one.
  package struct Entry {
    package var key: String
    /// Of a document that is there in part: with the bytes that it takes up.
    package var record: CacheRecord
    package var isPersistent: Bool
    package var isWhole: Bool
  }

  /// All copies, the kept ones first.
  package func list() -> [Entry] {
    [(kept, true), (streamed, false), (run, false)].flatMap { folder, isPersistent in
      let whole = folder.keys().compactMap { key in
        folder.record(key).map { Entry(key: key, record: $0, isPersistent: isPersistent, isWhole: true) }
      }
      let parts = folder.partKeys().compactMap { key -> Entry? in
        guard var record = folder.part(key)?.record.record, let bytes = folder.partBytes(key) else {
          return nil
        }
        record.byteCount = bytes
        return Entry(key: key, record: record, isPersistent: isPersistent, isWhole: false)
      }
      return whole + parts
    }
  }

  /// The lock of whoever fetches a document; nil while that is somebody else.
  package func lock(_ key: String) throws(SystemError) -> KeyLock? {
    let path = "\(locks)/\(key)"
    let file = try FileDescriptor.open(path, .append, permissions: 0o600)
    guard try file.lock(exclusively: true) else { return nil }
    // Its last holder may have taken the name away in between: then another file bears it by now.
    guard let ours = try? FileStatus(file), let named = try? FileStatus(path: path), ours.inode == named.inode
    else {
      return nil
    }
    return KeyLock(file: file, path: path)
  }

  /// Bytes that documents may still take up on the disk; nil when nobody can tell.
  package func room(isPersistent: Bool) -> Int? {
    var status = statvfs()
    guard statvfs(isPersistent ? kept.path : run.path, &status) == 0 else { return nil }
    return max(0, Int(status.f_bavail) * Int(status.f_frsize) - Self.margin)
  }

  /// Bytes of the disk that are not ours to fill.
  private static let margin = 16 << 20

  // MARK: Blocks

  /// Blocks of a document that are there already, for who adds to them; nil where there are none, or somebody else
  /// does.
  package func openStore(_ key: String) throws(SystemError) -> BlockStore? {
    for folder in [kept, streamed] where folder.part(key) != nil {
      guard let lock = try lock(key + CopyFolder.mapEnding) else { return nil }
      return BlockStore(key, in: folder, lock: lock)
    }
    return nil
  }

  /// A place for a document's blocks. They outlive the process unless another one keeps this document's blocks.
  package func newStore(
    _ key: String, _ address: String, _ version: DocumentVersion, isPersistent: Bool
  ) throws(SystemError) -> BlockStore {
    let isKept = isPersistent || kept.record(key) != nil
    return try BlockStore(
      key, address, version, in: isKept ? kept : streamed, lock: try lock(key + CopyFolder.mapEnding),
      at: WallClock.now())
  }

  /// A document's blocks are in the map.
  package func trim(sparing key: String) {
    for folder in [kept, streamed] { folder.trim(to: limit, sparing: [key]) }
  }

  /// All blocks of a document have come.
  package func complete(_ store: inout BlockStore, isPersistent: Bool) throws(SystemError) -> Bool {
    guard try store.complete() else { return false }
    forgetOthers(store.key, but: store.folder)
    if isPersistent { try promote(store.key) }
    trim(sparing: store.key)
    return true
  }

  private func folder(_ key: String, _ isPersistent: Bool) -> CopyFolder {
    isPersistent || kept.record(key) != nil ? kept : run
  }
}

/// Held while a document is fetched.
package struct KeyLock: ~Copyable {
  private let file: FileDescriptor
  private let path: String

  fileprivate init(file: consuming FileDescriptor, path: String) {
    self.file = file
    self.path = path
  }

  deinit {
    unlink(path)
  }
}
