package import ViewerCore

/// What is too long for a packet and travels in a memfd: a kind byte, a version, then counts and values.
package protocol WorkerBulk: Sendable {
  init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError)
  func encodedBulk() -> [UInt8]
}

enum BulkKind {
  static let text: UInt8 = 0x54
  static let links: UInt8 = 0x4C
  static let info: UInt8 = 0x49
  static let outline: UInt8 = 0x4F
  static let words: UInt8 = 0x57
  static let pages: UInt8 = 0x50
  static let form: UInt8 = 0x46
  static let edits: UInt8 = 0x45
}

extension ByteReader {
  mutating func head(_ kind: UInt8) throws(WireError) {
    let found = try u8()
    guard found == kind else { throw .unknownKind(found) }
    let version = try u8()
    guard version == WorkerLimits.version else { throw .unsupportedVersion(version) }
  }
}

extension ByteWriter {
  mutating func head(_ kind: UInt8) {
    u8(kind)
    u8(WorkerLimits.version)
  }
}

/// UTF-8, then runs (count, top, bottom), then two edges a character: 8 bytes a character and 12 a run.
extension PageText: WorkerBulk {
  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.text)
    let text = try reader.string(upTo: WorkerLimits.textBytes)
    let runCount = try reader.count(upTo: WorkerLimits.characters, eachAtLeast: 12)
    var runs: [PageText.Run] = []
    runs.reserveCapacity(runCount)
    for _ in 0..<runCount {
      let count = Int(try reader.u32())
      let top = try reader.float()
      runs.append(PageText.Run(count: count, top: top, bottom: try reader.float()))
    }
    let edgeCount = try reader.count(upTo: WorkerLimits.characters * 2, eachAtLeast: 4)
    let edges = try reader.floats(edgeCount)
    try reader.finish()
    guard let value = PageText(text: text, runs: runs, edges: edges) else { throw .badValue }
    self = value
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.text)
    writer.blob(text.utf8)
    writer.count(runs.count)
    for run in runs {
      writer.count(run.count)
      writer.float(run.top)
      writer.float(run.bottom)
    }
    writer.count(edges.count)
    writer.floats(edges)
    return writer.bytes
  }
}

/// Bytes, the steps between their characters, then the steps that are too long for a byte.
extension FoldedText: WorkerBulk {
  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.words)
    let count = try reader.count(upTo: WorkerLimits.bulkBytes, eachAtLeast: 2)
    let folded = Array(try reader.bytes(count))
    let steps = Array(try reader.bytes(count))
    let jumpCount = try reader.count(upTo: count, eachAtLeast: 4)
    var jumps: [UInt32] = []
    jumps.reserveCapacity(jumpCount)
    for _ in 0..<jumpCount { jumps.append(try reader.u32()) }
    try reader.finish()
    guard let text = FoldedText(bytes: folded, steps: steps, longSteps: jumps, limit: WorkerLimits.characters)
    else { throw .badValue }
    self = text
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.words)
    writer.count(bytes.count)
    writer.raw(bytes)
    writer.raw(steps)
    let jumps = longSteps
    writer.count(jumps.count)
    for jump in jumps { writer.u32(jump) }
    return writer.bytes
  }
}

/// The links of one page.
package struct PageLinks: Hashable, WorkerBulk {
  package var links: [PageLink]

  package init(_ links: [PageLink]) {
    self.links = links
  }

  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.links)
    let count = try reader.count(upTo: WorkerLimits.links, eachAtLeast: 37)
    var links: [PageLink] = []
    links.reserveCapacity(count)
    for _ in 0..<count {
      let left = try reader.double()
      let top = try reader.double()
      let right = try reader.double()
      let bottom = try reader.double()
      links.append(
        PageLink(left: left, top: top, right: right, bottom: bottom, target: try reader.target()))
    }
    try reader.finish()
    self.links = links
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.links)
    writer.count(min(links.count, WorkerLimits.links))
    for link in links.prefix(WorkerLimits.links) {
      for edge in [link.left, link.top, link.right, link.bottom] { writer.double(edge) }
      writer.target(link.target)
    }
    return writer.bytes
  }
}

extension ByteReader {
  fileprivate mutating func target() throws(WireError) -> PageLink.Target {
    let kind = try u8()
    switch kind {
    case 1:
      let page = try index(upTo: WorkerLimits.pages)
      let x: Double? = try bool() ? try double() : nil
      let y: Double? = try bool() ? try double() : nil
      return .page(page, x: x, y: y)
    case 2: return .uri(try string(upTo: WorkerLimits.addressBytes))
    case 3: return .named(try string(upTo: WorkerLimits.labelBytes))
    case 4: return .other(try string(upTo: WorkerLimits.labelBytes))
    default: throw .unknownKind(kind)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func target(_ target: PageLink.Target) {
    switch target {
    case .page(let page, let x, let y):
      u8(1)
      i32(page)
      for coordinate in [x, y] {
        bool(coordinate != nil)
        if let coordinate { double(coordinate) }
      }
    case .uri(let address):
      u8(2)
      string(address, upTo: WorkerLimits.addressBytes)
    case .named(let name):
      u8(3)
      string(name, upTo: WorkerLimits.labelBytes)
    case .other(let kind):
      u8(4)
      string(kind, upTo: WorkerLimits.labelBytes)
    }
  }
}

/// The outline of a document: for each line its depth, its title, and where it leads.
package struct DocumentOutline: Hashable, WorkerBulk {
  package var items: [OutlineItem]

  package init(_ items: [OutlineItem]) {
    self.items = items
  }

  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.outline)
    let count = try reader.count(upTo: WorkerLimits.outlineItems, eachAtLeast: 6)
    items = []
    items.reserveCapacity(count)
    for _ in 0..<count {
      let depth = Int(try reader.u8())
      // A line is never more than one step deeper than the one before: else there is no tree.
      guard depth <= WorkerLimits.outlineDepth, depth <= (items.last.map { $0.depth + 1 } ?? 0) else {
        throw .badValue
      }
      var item = OutlineItem(
        title: try reader.string(upTo: WorkerLimits.outlineTitleBytes), depth: depth, page: nil)
      if try reader.bool() {
        item.page = Int(try reader.index(upTo: WorkerLimits.pages))
        item.x = try reader.bool() ? try reader.double() : nil
        item.y = try reader.bool() ? try reader.double() : nil
      }
      items.append(item)
    }
    try reader.finish()
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.outline)
    let items = items.prefix(WorkerLimits.outlineItems)
    writer.count(items.count)
    for item in items {
      writer.u8(UInt8(clamping: item.depth))
      writer.string(item.title, upTo: WorkerLimits.outlineTitleBytes)
      writer.bool(item.page != nil)
      guard let page = item.page else { continue }
      writer.i32(Int32(clamping: page))
      for coordinate in [item.x, item.y] {
        writer.bool(coordinate != nil)
        if let coordinate { writer.double(coordinate) }
      }
    }
    return writer.bytes
  }
}

extension DocumentInfo: WorkerBulk {
  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    self.init()
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.info)
    for field in Self.texts { self[keyPath: field] = try reader.string(upTo: WorkerLimits.metadataBytes) }
    guard let status = Linearisation(rawValue: try reader.u8()) else { throw .badValue }
    linearisation = status
    attachments = try reader.index()
    labels = try reader.strings(upTo: Int(WorkerLimits.pages), each: WorkerLimits.labelBytes)
    warnings = try reader.strings(upTo: WorkerLimits.warnings, each: WorkerLimits.warningBytes)
    try reader.finish()
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.info)
    for field in Self.texts { writer.string(self[keyPath: field], upTo: WorkerLimits.metadataBytes) }
    writer.u8(linearisation.rawValue)
    writer.i32(attachments)
    writer.strings(labels, upTo: Int(WorkerLimits.pages), each: WorkerLimits.labelBytes)
    writer.strings(warnings, upTo: WorkerLimits.warnings, each: WorkerLimits.warningBytes)
    return writer.bytes
  }

  private static var texts: [WritableKeyPath<DocumentInfo, String>] {
    [
      \.format, \.title, \.author, \.subject, \.keywords, \.creator, \.producer, \.created, \.modified,
    ]
  }
}

extension ByteReader {
  fileprivate mutating func strings(upTo limit: Int, each bytes: Int) throws(WireError) -> [String] {
    let count = try count(upTo: limit, eachAtLeast: 4)
    var result: [String] = []
    result.reserveCapacity(count)
    for _ in 0..<count { result.append(try string(upTo: bytes)) }
    return result
  }
}

extension ByteWriter {
  fileprivate mutating func strings(_ values: [String], upTo limit: Int, each bytes: Int) {
    count(min(values.count, limit))
    for value in values.prefix(limit) { string(value, upTo: bytes) }
  }
}
