package import ViewerCore

/// What `lectern-fetch` answers; `progress`, `entry`, `stream` and `blocks` come before the last one.
///
/// Layout: version (1 byte), kind (1), number (4), then the kind's own values.
package struct FetchReply: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    /// Bytes so far, and of all when the server says so.
    case progress(received: Int, total: Int?)
    /// A descriptor of the copy travels along; it stays readable whatever becomes of the cache.
    case document(Freshness)
    case failed(ErrorCode, String)
    /// The document can be read while it comes: a descriptor of a sparse file of so many bytes travels along, for
    /// reading. Its blocks are told by `blocks`; `whole` or `failed` follow once, whenever that is.
    case stream(byteCount: Int)
    /// These are in the file now.
    case blocks([BlockRun])
    /// All blocks are.
    case whole(Freshness)
    case entry(Entry)
    /// The list is over, or the copies are gone: how many there were, and their bytes.
    case done(count: Int, byteCount: Int)
  }

  /// How a copy came to be shown.
  package enum Freshness: UInt8, Hashable, Sendable, CaseIterable {
    case fresh, validated, downloaded
    /// The server could not be asked.
    case stale
  }

  package struct Entry: Hashable, Sendable {
    package var record: CacheRecord
    package var isPersistent: Bool
    /// Whether all of it is there; else the record's bytes are those that are.
    package var isWhole: Bool

    package init(record: CacheRecord, isPersistent: Bool, isWhole: Bool = true) {
      self.record = record
      self.isPersistent = isPersistent
      self.isWhole = isWhole
    }
  }

  package var number: UInt32
  package var body: Body

  package init(number: UInt32, body: Body) {
    self.number = number
    self.body = body
  }

  /// Whether nothing follows it.
  package var isLast: Bool {
    switch body {
    case .progress, .entry, .stream, .blocks: false
    case .document, .failed, .whole, .done: true
    }
  }
}

extension FetchReply {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.u8(FetchLimits.version)
    switch body {
    case .progress(let received, let total):
      writer.u8(0)
      writer.u32(number)
      writer.u64(UInt64(clamping: received))
      writer.bool(total != nil)
      writer.u64(UInt64(clamping: total ?? 0))
    case .document(let freshness):
      writer.u8(1)
      writer.u32(number)
      writer.u8(freshness.rawValue)
    case .failed(let code, let reason):
      writer.u8(2)
      writer.u32(number)
      writer.string(code.rawValue, upTo: FetchLimits.field)
      writer.string(reason, upTo: FetchLimits.field)
    case .entry(let entry):
      writer.u8(3)
      writer.u32(number)
      writer.string(entry.record.address, upTo: FetchLimits.address)
      writer.u64(UInt64(bitPattern: entry.record.validatedAt))
      writer.u64(UInt64(clamping: entry.record.byteCount))
      writer.bool(entry.isPersistent)
      writer.bool(entry.isWhole)
    case .done(let count, let byteCount):
      writer.u8(4)
      writer.u32(number)
      writer.u64(UInt64(clamping: count))
      writer.u64(UInt64(clamping: byteCount))
    case .stream(let byteCount):
      writer.u8(5)
      writer.u32(number)
      writer.u64(UInt64(clamping: byteCount))
    case .blocks(let runs):
      writer.u8(6)
      writer.u32(number)
      writer.runs(runs)
    case .whole(let freshness):
      writer.u8(7)
      writer.u32(number)
      writer.u8(freshness.rawValue)
    }
    return writer.bytes
  }

  package init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    let version = try reader.u8()
    guard version == FetchLimits.version else { throw .unsupportedVersion(version) }
    let kind = try reader.u8()
    number = try reader.u32()
    switch kind {
    case 0:
      let received = try reader.size()
      let hasTotal = try reader.bool()
      let total = try reader.size()
      body = .progress(received: received, total: hasTotal ? total : nil)
    case 1:
      guard let freshness = Freshness(rawValue: try reader.u8()) else { throw .badValue }
      body = .document(freshness)
    case 2:
      guard let code = ErrorCode(rawValue: try reader.string(upTo: FetchLimits.field)) else {
        throw .badValue
      }
      body = .failed(code, try reader.string(upTo: FetchLimits.field))
    case 3:
      let address = try reader.string(upTo: FetchLimits.address)
      let validatedAt = Int64(bitPattern: try reader.u64())
      let record = CacheRecord(address: address, validatedAt: validatedAt, byteCount: try reader.size())
      let isPersistent = try reader.bool()
      body = .entry(Entry(record: record, isPersistent: isPersistent, isWhole: try reader.bool()))
    case 4:
      let count = try reader.size()
      body = .done(count: count, byteCount: try reader.size())
    case 5:
      let byteCount = try reader.size()
      guard byteCount <= FetchLimits.blocks * BlockRun.blockBytes else { throw .badValue }
      body = .stream(byteCount: byteCount)
    case 6: body = .blocks(try reader.runs())
    case 7:
      guard let freshness = Freshness(rawValue: try reader.u8()) else { throw .badValue }
      body = .whole(freshness)
    default: throw .unknownKind(kind)
    }
    try reader.finish()
  }
}

extension ByteReader {
  fileprivate mutating func size() throws(WireError) -> Int {
    guard let value = Int(exactly: try u64()) else { throw .badValue }
    return value
  }
}
