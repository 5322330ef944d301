import Glibc
package import Posix
package import ViewerCore
import Wire

/// Copies of documents in a folder, each with a record of what is known of it.
///
/// `KEY.json` names the file that holds the bytes, and is what makes a copy exist: it is written beside and renamed,
/// after the bytes are on the disk. So a power cut leaves a whole copy, the old one or none. Files are never changed
/// in place: whoever has one open goes on reading it.
package struct CopyFolder: Sendable {
  /// Marks the folder for backup programs (bford.info/cachedir).
  private static let tag = "Signature: 8a477f597d28d172789f06886806bc55\n"
  private static let ending = ".document"
  private static let recordLimit = 64 << 10
  package let path: String

  /// Makes the folder where there is none.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    try Directory.create(path, permissions: 0o700)
    let tag = "\(path)/CACHEDIR.TAG"
    if (try? FileStatus(path: tag)) == nil { try AtomicFile.write(Array(Self.tag.utf8), to: tag) }
  }

  // MARK: Reading

  /// What is known of a copy; nil for one that is not there, or not whole.
  package func record(_ key: String) -> CacheRecord? {
    guard let (record, file) = stored(key), let status = try? FileStatus(path: "\(path)/\(file)"),
      status.kind == .file, status.size == record.byteCount
    else { return nil }
    return record
  }

  /// The copy's bytes. It counts as used now.
  package func open(_ key: String) -> FileDescriptor? {
    guard let (record, name) = stored(key), let file = try? FileDescriptor.open("\(path)/\(name)"),
      (try? file.size()) == record.byteCount
    else { return nil }
    utimensat(AT_FDCWD, recordPath(key), nil, 0)
    return file
  }

  package func keys() -> [String] {
    names.compactMap { name in
      name.hasSuffix(".json") && !name.hasPrefix(".") ? String(name.dropLast(5)) : nil
    }.sorted()
  }

  var names: [String] { (try? Directory.names(path)) ?? [] }

  // MARK: Writing

  /// A new file for a document that is on its way.
  package func incoming(_ key: String) throws(SystemError) -> IncomingFile {
    try IncomingFile(in: path, key)
  }

  /// Makes what has arrived the copy of its key.
  package func commit(_ incoming: consuming IncomingFile, _ key: String, _ record: CacheRecord)
    throws(SystemError)
  {
    let name = newName(key)
    try incoming.settle(as: "\(path)/\(name)")
    try publish(name, key, record)
    removePart(key)
  }

  func newName(_ key: String) -> String { "\(key)-\(MonotonicClock.now())-\(getpid())\(Self.ending)" }

  /// Makes a file whose bytes are on the disk the copy of its key.
  func publish(_ name: String, _ key: String, _ record: CacheRecord) throws(SystemError) {
    let old = stored(key)?.file
    try sync()
    do throws(SystemError) {
      try write(record, name, key)
    } catch {
      unlink("\(path)/\(name)")
      throw error
    }
    if let old, old != name { unlink("\(path)/\(old)") }
  }

  /// Notes that the copy is still the document.
  package func validate(_ key: String, at now: Int64) throws(SystemError) {
    guard let (old, file) = stored(key) else { return }
    var record = old
    record.validatedAt = now
    try write(record, file, key)
  }

  /// Gives another folder's copy a place here, too; the bytes are shared where the file system can.
  package func adopt(_ key: String, from other: CopyFolder) throws(SystemError) {
    guard let (record, file) = other.stored(key) else { return }
    if link("\(other.path)/\(file)", "\(path)/\(file)") != 0, errno != EEXIST {
      let source = try FileDescriptor.open("\(other.path)/\(file)")
      var copy = try incoming(key)
      while true {
        let bytes = try source.read(upTo: 1 << 20)
        if bytes.isEmpty { break }
        try copy.append(bytes)
      }
      return try commit(copy, key, record)
    }
    try sync()
    try write(record, file, key)
  }

  /// Removes a copy, whole or in part.
  /// - Returns: bytes that were given back; nil when there was none.
  @discardableResult
  package func remove(_ key: String) -> Int? {
    let part = removePart(key)
    guard let (record, file) = stored(key) else { return part }
    // The record goes first: a copy without one does not exist.
    unlink(recordPath(key))
    unlink("\(path)/\(file)")
    return record.byteCount + (part ?? 0)
  }

  /// Removes the copies that were unused the longest until no more than `limit` bytes are left; what is there in part
  /// counts as what it takes up.
  package func trim(to limit: Int, sparing spared: Set<String>) {
    var copies: [(key: String, bytes: Int, used: Int64)] = []
    for key in Set(keys() + partKeys()) {
      let uses = [recordPath(key), mapPath(key)].compactMap { try? FileStatus(path: $0).modified }
      guard let used = uses.max() else { continue }
      copies.append((key, (record(key)?.byteCount ?? 0) + (partBytes(key) ?? 0), used))
    }
    var sum = copies.reduce(0) { $0 + $1.bytes }
    for copy in copies.sorted(by: { $0.used < $1.used }) where !spared.contains(copy.key) {
      if sum <= limit { return }
      remove(copy.key)
      sum -= copy.bytes
    }
  }

  /// Removes files that no record names: of transfers that were cut off. Only while nobody else uses the folder.
  package func sweep() {
    for key in partKeys() where part(key) == nil { unlink(mapPath(key)) }
    let named = Set(keys().compactMap { stored($0)?.file } + partKeys().compactMap { part($0)?.file })
    for name in names {
      let isIncoming = name.hasPrefix(".")
      let isBytes = name.hasSuffix(Self.ending) || name.hasSuffix(Self.partEnding)
      if isIncoming || (isBytes && !named.contains(name)) { unlink("\(path)/\(name)") }
    }
  }

  // MARK: Records

  private func recordPath(_ key: String) -> String { "\(path)/\(key).json" }

  private func stored(_ key: String) -> (record: CacheRecord, file: String)? {
    guard let bytes = try? FileDescriptor.open(recordPath(key)).readAll(limit: Self.recordLimit),
      let value = JSONValue(bytes[...]), let file = value["file"]?.text, !file.contains("/"),
      file.hasSuffix(Self.ending), let validated = value["validatedAtMs"]?.integer,
      let count = value["bytes"]?.integer
    else { return nil }
    let record = CacheRecord(
      address: value["address"]?.text ?? "", validatedAt: Int64(validated),
      entityTag: value["etag"]?.text, lastModified: value["lastModified"]?.text, byteCount: count)
    return (record, file)
  }

  private func write(_ record: CacheRecord, _ file: String, _ key: String) throws(SystemError) {
    var json = JSONText()
    json.object {
      $0.string("file", file)
      $0.string("address", record.address)
      $0.number("validatedAtMs", String(record.validatedAt))
      if let tag = record.entityTag { $0.string("etag", tag) }
      if let date = record.lastModified { $0.string("lastModified", date) }
      $0.number("bytes", String(record.byteCount))
    }
    try AtomicFile.write(Array((json.text + "\n").utf8), to: recordPath(key), permissions: 0o600)
  }

  private func sync() throws(SystemError) {
    try FileDescriptor.open(path, .directory).sync()
  }
}

/// A document's file while it arrives; unless it settles it is gone with this value.
package struct IncomingFile: ~Copyable {
  private let file: FileDescriptor
  private let path: String
  package private(set) var byteCount = 0
  private var isSettled = false

  fileprivate init(in folder: String, _ key: String) throws(SystemError) {
    // Never over the file of another transfer of the same key that has not ended yet.
    path = "\(folder)/.\(key)-\(getpid())-\(MonotonicClock.now())"
    file = try FileDescriptor.open(path, .createNew, permissions: 0o600)
  }

  deinit {
    if !isSettled { unlink(path) }
  }

  package mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    try file.writeAll(bytes)
    byteCount += bytes.count
  }

  /// Begins anew.
  package mutating func restart() throws(SystemError) {
    try file.truncate()
    byteCount = 0
  }

  /// The first bytes.
  package func head(_ count: Int) -> [UInt8] {
    guard let reading = try? FileDescriptor.open(path) else { return [] }
    return (try? reading.read(upTo: count)) ?? []
  }

  fileprivate consuming func settle(as name: String) throws(SystemError) {
    try file.sync()
    guard rename(path, name) == 0 else { throw SystemError(call: "rename", code: errno) }
    isSettled = true
  }
}
