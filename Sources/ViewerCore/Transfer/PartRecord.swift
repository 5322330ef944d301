/// What is known of a document that is there in part.
package struct PartRecord: Hashable, Sendable {
  package var address: String
  /// When the server last said that this is the document, ms since 1970.
  package var validatedAt: Int64
  package var version: DocumentVersion
  package var blocks: BlockSet

  package init(address: String, validatedAt: Int64, version: DocumentVersion, blocks: BlockSet) {
    self.address = address
    self.validatedAt = validatedAt
    self.version = version
    self.blocks = blocks
  }

  /// The same as of a whole copy.
  package var record: CacheRecord {
    CacheRecord(
      address: address, validatedAt: validatedAt, entityTag: version.entityTag,
      lastModified: version.lastModified, byteCount: version.byteCount)
  }

  /// Whether it may be read and added to without asking the server first. What has no sure name is asked about each
  /// time.
  package func isFresh(maxAge: Int64, at now: Int64) -> Bool {
    version.condition != nil && record.isFresh(maxAge: maxAge, at: now)
  }

  package static func blockCount(of byteCount: Int) -> Int {
    (byteCount + BlockRun.blockBytes - 1) / BlockRun.blockBytes
  }
}
