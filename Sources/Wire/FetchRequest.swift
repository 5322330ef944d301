package import ViewerCore

/// What the viewer asks of `lectern-fetch`.
///
/// Layout: version (1 byte), kind (1), number (4), then the kind's own values.
package struct FetchRequest: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    case get(FetchOrder)
    /// Nobody waits for that `get` any more.
    case cancel(UInt32)
    /// Blocks of a document that streams are wanted now, the most urgent first; they are told in answers to its `get`.
    case need(UInt32, [BlockRun])
    /// Whether the rest of a document that streams may come while nothing is needed.
    case fill(UInt32, Bool)
    case list
    /// Forgets the copies of what the order names.
    case remove(FetchOrder)
    case clear
  }

  /// Chosen by who asks; every answer bears it.
  package var number: UInt32
  package var body: Body

  package init(number: UInt32, body: Body) {
    self.number = number
    self.body = body
  }
}

/// A document that somebody wants from a server.
package struct FetchOrder: Hashable, Sendable {
  package var address: String
  package var headers: [HeaderField] = []
  /// What the copy is kept under instead of address and headers.
  package var key: String?
  /// ms for which a copy is shown without asking.
  package var maxAge: Int64 = 0
  /// Kept beyond the run.
  package var isPersistent = false
  /// Whether an old copy will do where the server cannot be reached.
  package var takesStale = true
  /// Whether it may be read while it comes: then `stream` may answer instead of `document`.
  package var streams = false

  package init(address: String) {
    self.address = address
  }
}

package enum FetchLimits {
  package static let version: UInt8 = 1
  /// Bytes of a message.
  package static let message = 64 << 10
  package static let address = 8 << 10
  package static let headers = 32
  package static let field = 4 << 10
  /// Runs of blocks in a message.
  package static let runs = 1024
  /// Blocks of a document: 128 GiB.
  package static let blocks = 1 << 21
}

extension FetchRequest {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.u8(FetchLimits.version)
    switch body {
    case .get(let order):
      writer.u8(0)
      writer.u32(number)
      order.encode(into: &writer)
    case .cancel(let other):
      writer.u8(1)
      writer.u32(number)
      writer.u32(other)
    case .list:
      writer.u8(2)
      writer.u32(number)
    case .remove(let order):
      writer.u8(3)
      writer.u32(number)
      order.encode(into: &writer)
    case .clear:
      writer.u8(4)
      writer.u32(number)
    case .need(let other, let runs):
      writer.u8(5)
      writer.u32(number)
      writer.u32(other)
      writer.runs(runs)
    case .fill(let other, let isOn):
      writer.u8(6)
      writer.u32(number)
      writer.u32(other)
      writer.bool(isOn)
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
    case 0: body = .get(try FetchOrder(from: &reader))
    case 1: body = .cancel(try reader.u32())
    case 2: body = .list
    case 3: body = .remove(try FetchOrder(from: &reader))
    case 4: body = .clear
    case 5:
      let other = try reader.u32()
      body = .need(other, try reader.runs())
    case 6:
      let other = try reader.u32()
      body = .fill(other, try reader.bool())
    default: throw .unknownKind(kind)
    }
    try reader.finish()
  }
}

extension FetchOrder {
  fileprivate func encode(into writer: inout ByteWriter) {
    writer.string(address, upTo: FetchLimits.address)
    writer.count(min(headers.count, FetchLimits.headers))
    for field in headers.prefix(FetchLimits.headers) {
      writer.string(field.name, upTo: FetchLimits.field)
      writer.string(field.value, upTo: FetchLimits.field)
    }
    writer.bool(key != nil)
    writer.string(key ?? "", upTo: FetchLimits.field)
    writer.u64(UInt64(bitPattern: maxAge))
    writer.bool(isPersistent)
    writer.bool(takesStale)
    writer.bool(streams)
  }

  fileprivate init(from reader: inout ByteReader) throws(WireError) {
    self.init(address: try reader.string(upTo: FetchLimits.address))
    for _ in 0..<(try reader.count(upTo: FetchLimits.headers, eachAtLeast: 8)) {
      let name = try reader.string(upTo: FetchLimits.field)
      let value = try reader.string(upTo: FetchLimits.field)
      guard let field = try? HeaderField(name: name, value: value) else { throw .badValue }
      headers.append(field)
    }
    let hasKey = try reader.bool()
    let text = try reader.string(upTo: FetchLimits.field)
    key = hasKey ? text : nil
    maxAge = Int64(bitPattern: try reader.u64())
    isPersistent = try reader.bool()
    takesStale = try reader.bool()
    streams = try reader.bool()
  }
}

extension ByteWriter {
  /// At most `FetchLimits.runs`; who has more sends several messages.
  mutating func runs(_ runs: [BlockRun]) {
    count(min(runs.count, FetchLimits.runs))
    for run in runs.prefix(FetchLimits.runs) {
      u32(UInt32(clamping: run.first))
      u32(UInt32(clamping: run.count))
    }
  }
}

extension ByteReader {
  mutating func runs() throws(WireError) -> [BlockRun] {
    var runs: [BlockRun] = []
    for _ in 0..<(try count(upTo: FetchLimits.runs, eachAtLeast: 8)) {
      let first = Int(try u32())
      let count = Int(try u32())
      guard count > 0, first <= FetchLimits.blocks, count <= FetchLimits.blocks - first else {
        throw .badValue
      }
      runs.append(BlockRun(first: first, count: count))
    }
    return runs
  }
}
