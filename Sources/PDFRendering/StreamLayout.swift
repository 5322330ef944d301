import CQPDF
package import ViewerCore

/// How a document is laid out for streaming, as far as that can be relied on.
package struct StreamLayout: Hashable, Sendable {
  package let header: LinearisationHeader
  package let hints: PageHints

  /// Bytes of hint tables.
  private static let tableLimit = 64 << 20

  /// Reads header and hint tables: as few bytes as that takes, and all that its first page needs, asked for at once.
  /// - Parameter passwords: bytes to try, one after the other.
  /// - Returns: what the document's claim is worth, and its layout where it is fine.
  package static func read(
    _ bytes: any DocumentBytes, passwords: [[UInt8]]
  ) -> (status: Linearisation, layout: StreamLayout?) {
    let head = bytes.bytes(0..<LinearisationHeader.window)
    let header: LinearisationHeader
    switch LinearisationHeader.claim(in: head) {
    case .none: return (.none, nil)
    case .broken: return (.badHeader, nil)
    case .header(let found):
      guard found.fits(bytes.byteCount) else { return (.badHeader, nil) }
      header = found
    }
    // The first page with what stands before it, the tables, and the cross-reference table at the end.
    guard bytes.fetch([0..<header.firstPageEnd] + header.hints + [header.mainTable..<bytes.byteCount]) else {
      return (.damagedHints, nil)
    }
    guard isTable(bytes.bytes(header.mainTable..<header.mainTable + 64)) else { return (.badHeader, nil) }
    guard let hints = hints(header, bytes, passwords) else { return (.damagedHints, nil) }
    return (.fine, StreamLayout(header: header, hints: hints))
  }

  /// Whether an entry of a cross-reference table begins here, or a stream that is one.
  private static func isTable(_ bytes: [UInt8]) -> Bool {
    var tokens = PDFTokens(bytes)
    guard tokens.integer() != nil, tokens.integer() != nil else { return false }
    return tokens.takes("f") || tokens.takes("n") || tokens.takes("obj")
  }

  private static func hints(
    _ header: LinearisationHeader, _ bytes: any DocumentBytes, _ passwords: [[UInt8]]
  ) -> PageHints? {
    var table: [UInt8] = []
    var sharedOffset = -1
    for (index, range) in header.hints.enumerated() {
      var tokens = PDFTokens(bytes.bytes(range.lowerBound..<range.lowerBound + 64))
      guard let object = tokens.integer(), let generation = tokens.integer(), tokens.takes("obj"),
        let stream = stream(object, generation, bytes, passwords)
      else { return nil }
      table += stream.bytes
      if index == 0 { sharedOffset = stream.s }
    }
    return PageHints(table: table, sharedOffset: sharedOffset, header: header)
  }

  private static func stream(
    _ object: Int, _ generation: Int, _ bytes: any DocumentBytes, _ passwords: [[UInt8]]
  ) -> (bytes: [UInt8], s: Int)? {
    QPDFReader(bytes, passwords: passwords).read { source, password in
      var stream = cqpdf_stream()
      defer { cqpdf_release(&stream) }
      let status = cqpdf_read_stream(
        &source, password, Int32(clamping: object), Int32(clamping: generation), tableLimit, &stream)
      guard status == CQPDF_OK.rawValue, let start = stream.bytes else { return (status, nil) }
      return (status, (Array(UnsafeBufferPointer(start: start, count: stream.count)), Int(stream.s)))
    }
  }

  /// How far into its section the first page's own object may stand: other programs than qpdf put what belongs to the
  /// document before it.
  private static let firstPageWindow = 1 << 20

  /// Whether pages lie where the tables say: looks at the beginning of each.
  func holds(in bytes: any DocumentBytes) -> Bool {
    guard let first = hints.pages.first else { return false }
    let start = first.bytes.lowerBound
    let section = bytes.bytes(start..<min(header.firstPageEnd, start + Self.firstPageWindow))
    let name = Array("\(first.object) ".utf8)
    let isThere = section.indices.contains { place in
      section[place...].starts(with: name) && (place == 0 || !(0x30...0x39).contains(section[place - 1]))
        && Self.isObject(first.object, Array(section[place...].prefix(32)))
    }
    return isThere
      && hints.pages.dropFirst().allSatisfy { page in
        Self.isObject(page.object, bytes.bytes(page.bytes.lowerBound..<page.bytes.lowerBound + 32))
      }
  }

  private static func isObject(_ number: Int32, _ bytes: [UInt8]) -> Bool {
    var tokens = PDFTokens(bytes)
    return tokens.integer() == Int(number) && tokens.integer() != nil && tokens.takes("obj")
      && tokens.takes("<<")
  }
}
