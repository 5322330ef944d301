import Glibc
import Posix
package import ViewerCore
import Wire

/// Documents that are there in part: a sparse file for each, and a map that says what stands in it.
///
/// `KEY.blocks` names the file and the blocks that are in it for good: it is renamed into place after they are on the
/// disk, so whatever it says is true after a power cut, too. A file only gains blocks and belongs to one version of
/// the document; another version gets a file of its own.
extension CopyFolder {
  static let partEnding = ".part"
  static let mapEnding = ".blocks"
  /// Bytes of a map. A document of 128 GiB with every other block in it needs 16 MB.
  private static let mapLimit = 32 << 20

  package func partKeys() -> [String] {
    names.filter { $0.hasSuffix(Self.mapEnding) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.mapEnding.count)) }.sorted()
  }

  /// What is there of a document, and the name of its file; nil when nothing is.
  package func part(_ key: String) -> (record: PartRecord, file: String)? {
    guard let bytes = try? FileDescriptor.open(mapPath(key)).readAll(limit: Self.mapLimit),
      let value = JSONValue(bytes[...]), let file = value["file"]?.text, !file.contains("/"),
      file.hasSuffix(Self.partEnding), let validated = value["validatedAtMs"]?.integer,
      let count = value["bytes"]?.integer, count > 0, let text = value["blocks"]?.text,
      let blocks = BlockSet(text, blockCount: PartRecord.blockCount(of: count)),
      let status = try? FileStatus(path: "\(path)/\(file)"), status.kind == .file, status.size == count
    else { return nil }
    let version = DocumentVersion(
      byteCount: count, entityTag: value["etag"]?.text, lastModified: value["lastModified"]?.text,
      isDateStrong: value["isDateStrong"] == .bool(true))
    let record = PartRecord(
      address: value["address"]?.text ?? "", validatedAt: Int64(validated), version: version, blocks: blocks)
    return (record, file)
  }

  /// Bytes that a document takes up that is there in part; nil when it is not.
  package func partBytes(_ key: String) -> Int? {
    guard let (_, file) = part(key) else { return nil }
    return (try? FileStatus(path: "\(path)/\(file)"))?.storage
  }

  /// Says what stands in a file, which must be on the disk.
  func writeMap(_ record: PartRecord, _ file: String, _ key: String) throws(SystemError) {
    let old = part(key)?.file
    var json = JSONText()
    json.object {
      $0.string("file", file)
      $0.string("address", record.address)
      $0.number("validatedAtMs", record.validatedAt)
      if let tag = record.version.entityTag { $0.string("etag", tag) }
      if let date = record.version.lastModified { $0.string("lastModified", date) }
      $0.bool("isDateStrong", record.version.isDateStrong)
      $0.number("bytes", record.version.byteCount)
      $0.string("blocks", record.blocks.text)
    }
    try AtomicFile.write(Array((json.text + "\n").utf8), to: mapPath(key), permissions: 0o600)
    if let old, old != file { unlink("\(path)/\(old)") }
  }

  /// Makes a file that holds all of a document the copy of its key.
  func commitPart(_ file: String, _ key: String, _ record: CacheRecord) throws(SystemError) {
    let name = newName(key)
    // Until the record is there the map must hold: the same bytes bear both names meanwhile.
    if link("\(path)/\(file)", "\(path)/\(name)") != 0 {
      guard rename("\(path)/\(file)", "\(path)/\(name)") == 0 else {
        throw SystemError(call: "rename", code: errno)
      }
    }
    try publish(name, key, record)
    removePart(key)
    unlink("\(path)/\(file)")
  }

  /// - Returns: bytes that were given back; nil when there was nothing.
  @discardableResult
  package func removePart(_ key: String) -> Int? {
    let old = part(key)?.file
    let bytes = partBytes(key)
    // The map goes first: a file without one does not exist.
    unlink(mapPath(key))
    if let old { unlink("\(path)/\(old)") }
    return bytes
  }

  func mapPath(_ key: String) -> String { "\(path)/\(key)\(Self.mapEnding)" }
}
