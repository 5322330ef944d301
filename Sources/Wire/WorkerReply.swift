package import ViewerCore

/// What a worker answers. It may lie: everything is checked, nothing is believed that could hurt.
///
/// Layout: version (1 byte), kind (1), number (4), anonymous memory in KiB (4), then the kind's own values. Where they
/// tell of bulk, a byte follows that says whether it is attached, and if so the bulk itself.
package struct WorkerReply: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    case opened(DocumentFacts)
    /// The request came to nothing. The detail is the engine's word, for a log.
    case failed(ErrorCode, detail: String)
    /// Points, upright; zero for a page without a usable size.
    case sizes(first: Int32, [Size])
    case rendered(Rendered)
    /// So many bytes of text are attached, or lie in a memfd that travels along.
    case text(byteCount: Int)
    /// Words as searches see them, page by page.
    case words(byteCount: Int)
    /// Words of the pages that hold what is looked for.
    case found(byteCount: Int)
    case links(byteCount: Int)
    case info(byteCount: Int)
    case outline(byteCount: Int)
    case forms(FormKind, fields: Int32)
    case fields(byteCount: Int)
    case filled
    /// The document is written, as the descriptor that travelled along shows.
    case exported
    /// The document is a part of what is put together.
    case appended
    case closed
    case trimmed
    /// No answer yet: the work needs all these blocks of a document that is still coming. The viewer says when they are
    /// there, or that they are not waited for any more.
    case missing([BlockRun])
  }

  /// The number of the request that this answers.
  package var number: UInt32
  /// The worker's anonymous memory after the work, for the decision to start it anew.
  package var anonymousBytes: Int
  package var body: Body
  /// The bulk, where it is short enough to come within the packet; else empty.
  package var attached: [UInt8]

  package init(number: UInt32, anonymousBytes: Int, body: Body, attached: [UInt8] = []) {
    self.number = number
    self.anonymousBytes = anonymousBytes
    self.body = body
    self.attached = attached
  }
}

/// How a page was drawn.
package struct Rendered: Hashable, Sendable {
  /// What lies in the memory that was lent; grey only where the order knows of grey.
  package var format: RenderYield.Format
  /// What the engine complained of, at most `WorkerLimits.warnings`.
  package var warnings: [String]
  /// Text and links in the bulk, one after the other; nil when none were asked for. What was
  /// not asked for, or could not be had, takes no bytes.
  package var harvest: Harvest?

  package struct Harvest: Hashable, Sendable {
    package var textBytes: Int
    package var linkBytes: Int

    package init(textBytes: Int, linkBytes: Int) {
      self.textBytes = textBytes
      self.linkBytes = linkBytes
    }
  }

  package init(format: RenderYield.Format = .colour, warnings: [String], harvest: Harvest?) {
    self.format = format
    self.warnings = warnings
    self.harvest = harvest
  }
}

extension WorkerReply {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.u8(WorkerLimits.version)
    writer.u8(kind)
    writer.u32(number)
    writer.count(anonymousBytes / 1024)
    switch body {
    case .opened(let facts): writer.facts(facts)
    case .failed(let code, let detail):
      writer.string(code.rawValue, upTo: 64)
      writer.string(detail, upTo: WorkerLimits.detailBytes)
    case .sizes(let first, let sizes):
      writer.i32(first)
      writer.count(min(sizes.count, WorkerLimits.sizes))
      for size in sizes.prefix(WorkerLimits.sizes) {
        writer.float(Float(size.width))
        writer.float(Float(size.height))
      }
    case .rendered(let rendered):
      writer.bool(rendered.format == .grey)
      writer.count(min(rendered.warnings.count, WorkerLimits.warnings))
      for warning in rendered.warnings.prefix(WorkerLimits.warnings) {
        writer.string(warning, upTo: WorkerLimits.warningBytes)
      }
      writer.bool(rendered.harvest != nil)
      if let harvest = rendered.harvest {
        writer.count(harvest.textBytes)
        writer.count(harvest.linkBytes)
      }
    case .text(let byteCount), .words(let byteCount), .found(let byteCount), .links(let byteCount),
      .info(let byteCount), .outline(let byteCount), .fields(let byteCount):
      writer.count(byteCount)
    case .forms(let kind, let fields):
      writer.u8(kind.rawValue)
      writer.i32(fields)
    case .missing(let runs): writer.runs(runs)
    case .closed, .trimmed, .filled, .exported, .appended: break
    }
    if bulkByteCount > 0 {
      writer.bool(!attached.isEmpty)
      writer.raw(attached)
    }
    return writer.bytes
  }

  package init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    guard bytes.count <= WorkerLimits.messageBytes else { throw .tooMany }
    var reader = ByteReader(bytes)
    let version = try reader.u8()
    guard version == WorkerLimits.version else { throw .unsupportedVersion(version) }
    let kind = try reader.u8()
    number = try reader.u32()
    anonymousBytes = Int(try reader.u32()) * 1024
    attached = []
    switch kind {
    case 1: body = .opened(try reader.facts())
    case 2:
      guard let code = ErrorCode(rawValue: try reader.string(upTo: 64)) else { throw .badValue }
      body = .failed(code, detail: try reader.string(upTo: WorkerLimits.detailBytes))
    case 3: body = try reader.sizes()
    case 4: body = .rendered(try reader.rendered())
    case 5: body = .text(byteCount: try reader.byteCount())
    case 6: body = .links(byteCount: try reader.byteCount())
    case 7: body = .info(byteCount: try reader.byteCount())
    case 8:
      guard let kind = FormKind(rawValue: try reader.u8()) else { throw .badValue }
      body = .forms(kind, fields: try reader.index())
    case 9: body = .closed
    case 20: body = .trimmed
    case 21: body = .fields(byteCount: try reader.byteCount())
    case 22: body = .filled
    case 23: body = .exported
    case 24: body = .appended
    case 10: body = .outline(byteCount: try reader.byteCount())
    case 11: body = .words(byteCount: try reader.byteCount())
    case 12: body = .found(byteCount: try reader.byteCount())
    case 13: body = .missing(try reader.runs())
    default: throw .unknownKind(kind)
    }
    if bulkByteCount > 0, try reader.bool() { attached = Array(try reader.bytes(bulkByteCount)) }
    try reader.finish()
  }

  private var kind: UInt8 {
    switch body {
    case .opened: 1
    case .failed: 2
    case .sizes: 3
    case .rendered: 4
    case .text: 5
    case .links: 6
    case .info: 7
    case .forms: 8
    case .closed: 9
    case .trimmed: 20
    case .fields: 21
    case .filled: 22
    case .exported: 23
    case .appended: 24
    case .outline: 10
    case .words: 11
    case .found: 12
    case .missing: 13
    }
  }
}

extension ByteWriter {
  fileprivate mutating func facts(_ facts: DocumentFacts) {
    i32(facts.pages)
    double(facts.firstPageSize.width)
    double(facts.firstPageSize.height)
    string(facts.firstPageLabel, upTo: WorkerLimits.labelBytes)
    bool(facts.encrypted)
    u32(facts.permissions.rawValue)
    bool(facts.linearised)
    u8(facts.kind.rawValue)
  }
}

extension ByteReader {
  fileprivate mutating func facts() throws(WireError) -> DocumentFacts {
    let pages = try index(upTo: WorkerLimits.pages)
    guard pages > 0 else { throw .badValue }
    let width = try double()
    let height = try double()
    var facts = DocumentFacts(
      pages: pages, firstPageSize: try pageSize(width, height),
      firstPageLabel: try string(upTo: WorkerLimits.labelBytes), encrypted: try bool(),
      permissions: Permissions(rawValue: try u32()).intersection(.all), linearised: try bool())
    guard let kind = DocumentKind(rawValue: try u8()) else { throw .badValue }
    facts.kind = kind
    return facts
  }

  fileprivate mutating func sizes() throws(WireError) -> WorkerReply.Body {
    let first = try index(upTo: WorkerLimits.pages)
    let count = try count(upTo: WorkerLimits.sizes, eachAtLeast: 8)
    var sizes: [Size] = []
    sizes.reserveCapacity(count)
    for _ in 0..<count {
      let width = Double(try float())
      sizes.append(try pageSize(width, Double(try float())))
    }
    return .sizes(first: first, sizes)
  }

  /// Zero, or positive and not beyond what a layout can hold: a million points are 350 m.
  private func pageSize(_ width: Double, _ height: Double) throws(WireError) -> Size {
    guard (0...1_000_000).contains(width), (0...1_000_000).contains(height) else { throw .badValue }
    return Size(width: width, height: height)
  }

  fileprivate mutating func rendered() throws(WireError) -> Rendered {
    let format: RenderYield.Format = try bool() ? .grey : .colour
    let count = try count(upTo: WorkerLimits.warnings, eachAtLeast: 4)
    var warnings: [String] = []
    for _ in 0..<count { warnings.append(try string(upTo: WorkerLimits.warningBytes)) }
    guard try bool() else { return Rendered(format: format, warnings: warnings, harvest: nil) }
    let textBytes = try byteCount()
    let linkBytes = try byteCount()
    guard textBytes + linkBytes <= WorkerLimits.bulkBytes else { throw .tooMany }
    return Rendered(
      format: format, warnings: warnings,
      harvest: Rendered.Harvest(textBytes: textBytes, linkBytes: linkBytes))
  }

  /// A length of bytes elsewhere: bounded, not compared with what remains here.
  fileprivate mutating func byteCount() throws(WireError) -> Int {
    let count = Int(try u32())
    guard count <= WorkerLimits.bulkBytes else { throw .tooMany }
    return count
  }
}
