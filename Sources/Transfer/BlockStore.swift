import Glibc
package import Posix
package import ViewerCore

/// The blocks of one document that have come so far, in a sparse file as long as the document.
///
/// What is written can be read at once by whoever has the file open. It outlives the process once `save` has put it on
/// the disk and said so in the map; what has come since then is fetched again after a power cut.
package struct BlockStore: ~Copyable {
  package let key: String
  package let address: String
  package let version: DocumentVersion
  /// When the server last said that this is the document, ms since 1970.
  package var validatedAt: Int64
  /// What the map says is there, where it is kept.
  package private(set) var saved: BlockSet

  let folder: CopyFolder
  private let name: String
  private let file: FileDescriptor
  private let inode: UInt64
  /// Nil while another process keeps the blocks of this document: these here go with us.
  private let lock: KeyLock?
  private var isNamed: Bool

  /// A new one, empty.
  init(
    _ key: String, _ address: String, _ version: DocumentVersion, in folder: CopyFolder,
    lock: consuming KeyLock?, at now: Int64
  ) throws(SystemError) {
    let isKept = lock != nil
    let start = isKept ? "" : "."
    let name = "\(start)\(key)-\(MonotonicClock.now())-\(getpid())\(CopyFolder.partEnding)"
    let file = try FileDescriptor.open("\(folder.path)/\(name)", .createNew, permissions: 0o600)
    var inode: UInt64 = 0
    do throws(SystemError) {
      try file.setSize(version.byteCount)
      inode = try FileStatus(file).inode
    } catch {
      unlink("\(folder.path)/\(name)")
      throw error
    }
    (self.key, self.address, self.version, validatedAt) = (key, address, version, now)
    (saved, self.folder, self.name, self.inode, isNamed) = (BlockSet(), folder, name, inode, false)
    self.file = file
    self.lock = lock
  }

  /// What the map says is there; nil when nothing is.
  init?(_ key: String, in folder: CopyFolder, lock: consuming KeyLock?) {
    guard let (record, name) = folder.part(key),
      let file = try? FileDescriptor.open("\(folder.path)/\(name)", .readWrite),
      let status = try? FileStatus(file), status.size == record.version.byteCount
    else { return nil }
    (self.key, address, version) = (key, record.address, record.version)
    (validatedAt, saved) = (record.validatedAt, record.blocks)
    (self.folder, self.name, inode, isNamed) = (folder, name, status.inode, true)
    self.file = file
    self.lock = lock
    // It counts as used now.
    utimensat(AT_FDCWD, folder.mapPath(key), nil, 0)
  }

  deinit {
    // What no map names would lie there for nobody.
    if !isNamed { unlink("\(folder.path)/\(name)") }
  }

  package var record: PartRecord {
    PartRecord(address: address, validatedAt: validatedAt, version: version, blocks: saved)
  }

  /// For who reads it while it comes; it stays readable whatever becomes of the store.
  package func reading() throws(SystemError) -> FileDescriptor {
    // By its own number: the name may be gone by now.
    try FileDescriptor.open("/proc/self/fd/\(file.rawValue)")
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    try file.writeAll(bytes, at: offset)
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try bytes.span.withUnsafeBytes { bytes throws(SystemError) in try write(bytes, at: offset) }
  }

  /// Puts blocks on the disk and into the map. Blocks for as long as the disk takes.
  package mutating func save(_ blocks: BlockSet) throws(SystemError) {
    guard blocks != saved || !isNamed else { return }
    // What will not outlive us needs no saving.
    guard lock != nil, isThere else {
      saved = blocks
      return
    }
    try file.syncData()
    var record = record
    record.blocks = blocks
    try folder.writeMap(record, name, key)
    (saved, isNamed) = (blocks, true)
  }

  /// All blocks are there: makes them a copy of the document.
  /// - Returns: whether it is one now; not when somebody has removed the file meanwhile.
  package mutating func complete() throws(SystemError) -> Bool {
    guard isThere else { return false }
    try file.sync()
    try folder.commitPart(name, key, record.record)
    // Its name is a copy's now, and no part's any more.
    isNamed = true
    return true
  }

  /// Forgets all of it.
  package mutating func discard() {
    guard isThere else { return }
    if isNamed { folder.removePart(key) }
    unlink("\(folder.path)/\(name)")
  }

  /// Whether the file still has its name: a cache that is cleared takes it away.
  private var isThere: Bool {
    (try? FileStatus(path: "\(folder.path)/\(name)"))?.inode == inode
  }
}
