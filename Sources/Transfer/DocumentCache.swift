import CGLib
import Glibc
package import Posix
package import ViewerCore

/// The house's copies of documents from servers: those of this run, and those that are kept.
///
/// Several processes may use it at once. Copies of the run live as long as somebody holds the run's lock; the first to
/// come when nobody does clears them. A key's lock says who fetches it.
package final class DocumentCache {
  private let run: CopyFolder
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
    kept = try CopyFolder("\(keptFolder)/documents")
    locks = "\(folder)/locks"
    self.limit = limit
    try Directory.create(locks, permissions: 0o700)
    runLock = try FileDescriptor.open("\(folder)/session.lock", .append, permissions: 0o600)
    if try runLock.lock(exclusively: true) {
      for key in run.keys() { run.remove(key) }
      run.sweep()
      kept.sweep()
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
    kept.record(key) ?? run.record(key)
  }

  /// A kept copy stands before one of the run.
  package func open(_ key: String) -> FileDescriptor? {
    kept.open(key) ?? run.open(key)
  }

  /// Keeps a copy of the run beyond it, where that is wanted.
  package func promote(_ key: String) throws(SystemError) {
    if kept.record(key) == nil, run.record(key) != nil { try kept.adopt(key, from: run) }
  }

  package func validate(_ key: String, at now: Int64) throws(SystemError) {
    try (kept.record(key) == nil ? run : kept).validate(key, at: now)
  }

  package func incoming(_ key: String, isPersistent: Bool) throws(SystemError) -> IncomingFile {
    try folder(key, isPersistent).incoming(key)
  }

  package func commit(
    _ incoming: consuming IncomingFile, _ key: String, _ record: CacheRecord, isPersistent: Bool
  ) throws(SystemError) {
    let folder = folder(key, isPersistent)
    try folder.commit(incoming, key, record)
    folder.trim(to: limit, sparing: [key])
  }

  /// Forgets a document.
  /// - Returns: bytes that were given back; nil when there was no copy.
  package func remove(_ key: String) -> Int? {
    let bytes = [kept.remove(key), run.remove(key)].compactMap { $0 }
    return bytes.isEmpty ? nil : bytes.reduce(0, +)
  }

  /// All copies, the kept ones first.
  package func list() -> [(key: String, record: CacheRecord, isPersistent: Bool)] {
    [(kept, true), (run, false)].flatMap { folder, isPersistent in
      folder.keys().compactMap { key in folder.record(key).map { (key, $0, isPersistent) } }
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
