import Testing
import ViewerCore
import Wire

@Suite("Generated worker messages")
struct WorkerGeneratedMessageTests {
  /// The first `count` bytes alone, for each count: never understood, whatever the value.
  static func refusesCuts<Value>(
    of bytes: [UInt8], _ decode: (ArraySlice<UInt8>) throws(WireError) -> Value
  ) -> Bool {
    bytes.indices.allSatisfy { length in (try? decode(bytes.prefix(length))) == nil }
  }

  @Test(
    "Every request survives the way, refuses every cut and one byte more",
    arguments: 0..<MessageSource.requestKinds)
  func requests(_ kind: Int) throws {
    var source = MessageSource(seed: 10 + UInt64(kind))
    for _ in 0..<150 {
      let request = source.request(kind: kind)
      let bytes = request.encoded()
      #expect(try WorkerRequest(decoding: bytes[...]) == request)
      #expect(Bounds.hold(request))
      #expect(Self.refusesCuts(of: bytes) { bytes throws(WireError) in try WorkerRequest(decoding: bytes) })
      #expect(throws: WireError.trailing) { try WorkerRequest(decoding: (bytes + [0])[...]) }
    }
  }

  @Test(
    "Every answer survives the way, refuses every cut and one byte more",
    arguments: 0..<MessageSource.replyKinds)
  func replies(_ kind: Int) throws {
    var source = MessageSource(seed: 30 + UInt64(kind))
    for _ in 0..<20 {
      let reply = source.reply(kind: kind)
      let bytes = reply.encoded()
      #expect(bytes.count <= WorkerLimits.messageBytes)
      #expect(try WorkerReply(decoding: bytes[...]) == reply)
      #expect(Bounds.hold(reply))
      #expect(Self.refusesCuts(of: bytes) { bytes throws(WireError) in try WorkerReply(decoding: bytes) })
      #expect(throws: WireError.trailing) { try WorkerReply(decoding: (bytes + [0])[...]) }
    }
  }

  static func bulk<Bulk: WorkerBulk & Equatable>(
    _ seed: UInt64, rounds: Int, _ make: (inout MessageSource) -> Bulk, holds: (Bulk) -> Bool
  ) throws {
    var source = MessageSource(seed: seed)
    for round in 0..<rounds {
      let value = make(&source)
      let bytes = value.encodedBulk()
      #expect(try Bulk(decodingBulk: bytes[...]) == value)
      #expect(holds(value))
      #expect(throws: WireError.trailing) { try Bulk(decodingBulk: (bytes + [0])[...]) }
      // Every cut costs the square of the length: each tenth value is enough.
      if round % 10 == 0 {
        #expect(refusesCuts(of: bytes) { bytes throws(WireError) in try Bulk(decodingBulk: bytes) })
      }
    }
  }

  @Test("Text survives the way, and every cut is noticed")
  func text() throws {
    try Self.bulk(50, rounds: 200) {
      $0.pageText()
    } holds: {
      Bounds.hold($0)
    }
  }

  @Test("Folded words survive the way, and every cut is noticed")
  func folded() throws {
    try Self.bulk(54, rounds: 200) {
      $0.foldedText()
    } holds: {
      $0.byteCount > 0
    }
  }

  @Test("Answers of several pages survive the way, and every cut is noticed")
  func pages() throws {
    try Self.bulk(55, rounds: 60) { source in
      PageAnswers<PageText>(
        (0..<source.number(0...Int(WorkerLimits.pagesAtOnce))).map { _ in
          source.bool() ? .item(source.pageText()) : source.bool() ? .nothing : .failed
        })
    } holds: {
      $0.pages.allSatisfy { $0.item.map(Bounds.hold) ?? true }
    }
  }

  @Test("As many pages must answer as were asked for")
  func pageCounts() throws {
    let words = PageAnswers<FoldedText>([.item(FoldedText("one")), .failed])
    let bulk = words.encodedBulk()
    let reply = WorkerReply(number: 5, anonymousBytes: 0, body: .words(byteCount: bulk.count))
    func outcome(_ count: Int32) throws -> WorkerOutcome {
      let request = WorkerRequest(number: 5, document: 1, body: .words(first: 3, count: count))
      return try reply.outcome(of: request, bulk: bulk[...], pages: 10)
    }
    #expect(try outcome(2) == .words(words.pages))
    #expect(throws: WireError.badValue) { try outcome(3) }
  }

  @Test("Folded words whose parts do not fit each other are refused, and never end the viewer")
  func foldedLies() throws {
    let far = WorkerLimits.characters
    #expect(FoldedText(bytes: [1, 2], steps: [0], longSteps: [], limit: far) == nil)
    #expect(FoldedText(bytes: [1, 2], steps: [0, 255], longSteps: [], limit: far) == nil)
    #expect(FoldedText(bytes: [1, 2], steps: [0, 255], longSteps: [254], limit: far) == nil)
    #expect(FoldedText(bytes: [1, 2], steps: [0, 1], longSteps: [300], limit: far) == nil)
    #expect(FoldedText(bytes: [1, 2], steps: [255, 255], longSteps: [.max, .max], limit: far) == nil)
    var source = MessageSource(seed: 62)
    let query = try #require(FoldedQuery("a"))
    for _ in 0..<2000 {
      let bytes = source.flipped(source.foldedText().encodedBulk())
      guard let words = try? FoldedText(decodingBulk: bytes[...]) else { continue }
      #expect(words.matches(query).allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= far })
    }
  }

  @Test("Links survive the way, and every cut is noticed")
  func links() throws {
    try Self.bulk(51, rounds: 100) {
      $0.links()
    } holds: {
      Bounds.hold($0)
    }
  }

  @Test("An outline survives the way, and every cut is noticed")
  func outline() throws {
    try Self.bulk(53, rounds: 100) {
      $0.outline()
    } holds: {
      Bounds.hold($0)
    }
  }

  @Test("Facts survive the way, and every cut is noticed")
  func info() throws {
    try Self.bulk(52, rounds: 40) {
      $0.info()
    } holds: {
      Bounds.hold($0)
    }
  }

  @Test("A flipped bit is refused or gives a value within its limits: 10,000 of each")
  func flips() {
    var source = MessageSource(seed: 60)
    var decoded = 0
    var refused = 0
    var broken = 0
    func judge(_ holds: Bool?) {
      switch holds {
      case .some(true): decoded += 1
      case .some(false): broken += 1
      case .none: refused += 1
      }
    }
    let requests = (0..<64).map { source.request(kind: $0 % MessageSource.requestKinds).encoded() }
    let replies = (0..<64).map { source.reply(kind: $0 % MessageSource.replyKinds).encoded() }
    for round in 0..<10_000 {
      let request = source.flipped(requests[round % requests.count])
      judge((try? WorkerRequest(decoding: request[...])).map(Bounds.hold))
      let reply = source.flipped(replies[round % replies.count])
      judge((try? WorkerReply(decoding: reply[...])).map(Bounds.hold))
    }
    #expect(broken == 0)
    // Both ways are gone often: neither a decoder that takes everything nor one that takes nothing would pass.
    #expect(decoded > 4000 && refused > 4000)
  }

  @Test("A flipped bit in bulk is refused or gives a value within its limits: 10,000 in all")
  func bulkFlips() {
    var source = MessageSource(seed: 61)
    var decoded = 0
    var broken = 0
    func judge(_ holds: Bool?) {
      if holds == true { decoded += 1 }
      if holds == false { broken += 1 }
    }
    let texts = (0..<16).map { _ in source.pageText().encodedBulk() }
    let links = (0..<16).map { _ in source.links().encodedBulk() }
    let infos = (0..<16).map { _ in source.info().encodedBulk() }
    let outlines = (0..<16).map { _ in source.outline().encodedBulk() }
    for round in 0..<3334 {
      let text = source.flipped(texts[round % 16])
      judge((try? PageText(decodingBulk: text[...])).map(Bounds.hold))
      let link = source.flipped(links[round % 16])
      judge((try? PageLinks(decodingBulk: link[...])).map(Bounds.hold))
      let outline = source.flipped(outlines[round % 16])
      judge((try? DocumentOutline(decodingBulk: outline[...])).map(Bounds.hold))
      let info = source.flipped(infos[round % 16])
      judge((try? DocumentInfo(decodingBulk: info[...])).map(Bounds.hold))
    }
    #expect(broken == 0)
    #expect((1000..<9900).contains(decoded))
  }

  @Test("Bytes by chance are no message", arguments: [UInt64(70), 71, 72])
  func noise(_ seed: UInt64) {
    var source = MessageSource(seed: seed)
    for _ in 0..<1000 {
      let bytes = source.bytes(300)
      // Behind a right head, so that more than the version is tried.
      let request = [1, UInt8(source.number(0...11))] + bytes
      if let value = try? WorkerRequest(decoding: request[...]) { #expect(Bounds.hold(value)) }
      let reply = [1, UInt8(source.number(0...12))] + bytes
      if let value = try? WorkerReply(decoding: reply[...]) { #expect(Bounds.hold(value)) }
      #expect((try? PageText(decodingBulk: bytes[...])) == nil || bytes.first == 0x54)
    }
  }

  @Test(
    "A count that promises more than the bytes hold is refused before memory is taken for it",
    arguments: [UInt32.max, 1 << 31, 4097, 5])
  func promises(_ count: UInt32) {
    // An answer with sizes: first page, count, and nothing behind it.
    var sizes = ByteWriter()
    for byte: UInt8 in [WorkerLimits.version, 3] { sizes.u8(byte) }
    for value: UInt32 in [1, 0, 0, count] { sizes.u32(value) }
    #expect(throws: WireError.tooMany) { try WorkerReply(decoding: sizes.bytes[...]) }
    var links = ByteWriter()
    for byte: UInt8 in [0x4C, WorkerLimits.version] { links.u8(byte) }
    links.u32(count)
    #expect(throws: WireError.tooMany) { try PageLinks(decodingBulk: links.bytes[...]) }
  }

  @Test("An unknown kind is named in its refusal", arguments: [UInt8(0), 19, 255])
  func unknownKind(_ kind: UInt8) {
    var bytes = WorkerReply(number: 1, anonymousBytes: 0, body: .closed).encoded()
    bytes[1] = kind
    #expect(throws: WireError.unknownKind(kind)) { try WorkerReply(decoding: bytes[...]) }
    #expect(throws: WireError.unknownKind(kind)) { try WorkerRequest(decoding: bytes[...]) }
    #expect(throws: WireError.unknownKind(kind)) { try PageLinks(decodingBulk: [kind, 1, 0, 0, 0, 0]) }
  }

  @Test("A packet beyond the socket's limit is not taken apart")
  func longPacket() {
    let bytes = [UInt8](repeating: 1, count: WorkerLimits.messageBytes + 1)
    #expect(throws: WireError.tooMany) { try WorkerReply(decoding: bytes[...]) }
  }
}

/// What a worker has too much of is cut, so that the viewer need not refuse it.
@Suite("Cutting to the limits")
struct WorkerCutTests {
  private static func over(_ reply: WorkerReply.Body) throws -> WorkerReply.Body {
    try WorkerReply(decoding: WorkerReply(number: 1, anonymousBytes: 0, body: reply).encoded()[...]).body
  }

  @Test("A detail is cut at a character's border", arguments: ["x", "ü", "日", "😀"])
  func detail(_ character: String) throws {
    let long = String(repeating: character, count: 600)
    guard case .failed(_, let detail) = try Self.over(.failed(.damagedDocument, detail: "a" + long)) else {
      Issue.record("another answer")
      return
    }
    #expect(("a" + long).hasPrefix(detail))
    let width = character.utf8.count
    #expect(detail.utf8.count == 1 + (WorkerLimits.detailBytes - 1) / width * width)
  }

  @Test("Spare warnings and sizes are left out, and the answer still fits a packet")
  func spare() throws {
    let warnings = (0..<40).map { "\($0) " + String(repeating: "w", count: 300) }
    guard case .rendered(let rendered) = try Self.over(.rendered(Rendered(warnings: warnings, harvest: nil)))
    else {
      Issue.record("another answer")
      return
    }
    #expect(rendered.warnings == warnings.prefix(16).map { String($0.prefix(200)) })
    let sizes = Array(repeating: Size(width: 595, height: 842), count: 5000)
    #expect(
      try Self.over(.sizes(first: 7, sizes)) == .sizes(first: 7, Array(sizes.prefix(WorkerLimits.sizes))))
  }

  @Test("An address, a name and a label are cut")
  func links() throws {
    let long = String(repeating: "n", count: 9000)
    func target(_ target: PageLink.Target) throws -> PageLink.Target? {
      let links = PageLinks([PageLink(left: 0, top: 0, right: 1, bottom: 1, target: target)])
      return try PageLinks(decodingBulk: links.encodedBulk()[...]).links.first?.target
    }
    #expect(try target(.uri(long)) == .uri(String(long.prefix(WorkerLimits.addressBytes))))
    #expect(try target(.named(long)) == .named(String(long.prefix(WorkerLimits.labelBytes))))
    #expect(try target(.other(long)) == .other(String(long.prefix(WorkerLimits.labelBytes))))
  }

  @Test("Spare links are left out")
  func manyLinks() throws {
    let link = PageLink(left: 0, top: 0, right: 1, bottom: 1, target: .named("NextPage"))
    let links = PageLinks(Array(repeating: link, count: WorkerLimits.links + 3))
    #expect(try PageLinks(decodingBulk: links.encodedBulk()[...]).links.count == WorkerLimits.links)
  }

  @Test("Facts, labels and warnings are cut")
  func info() throws {
    var info = DocumentInfo()
    info.title = String(repeating: "ü", count: 40_000)
    info.labels = [String(repeating: "x", count: 100), "2"]
    info.warnings = Array(repeating: "w", count: 20)
    let arrived = try DocumentInfo(decodingBulk: info.encodedBulk()[...])
    #expect(arrived.title == String(repeating: "ü", count: WorkerLimits.metadataBytes / 2))
    #expect(arrived.labels == [String(repeating: "x", count: WorkerLimits.labelBytes), "2"])
    #expect(arrived.warnings.count == WorkerLimits.warnings)
  }

  @Test("A password is cut to its limit")
  func password() throws {
    let password = [UInt8](repeating: 7, count: 2000)
    let bytes = WorkerRequest(number: 1, document: 1, body: .open(password: password)).encoded()
    #expect(
      try WorkerRequest(decoding: bytes[...]).body
        == .open(password: Array(password.prefix(WorkerLimits.passwordBytes))))
  }

  @Test(
    "Numbers that are none are written as nought, for no reader takes them",
    arguments: [Double.nan, .infinity])
  func noNumber(_ value: Double) throws {
    let links = PageLinks([PageLink(left: value, top: -value, right: 2, bottom: 3, target: .other("x"))])
    let arrived = try PageLinks(decodingBulk: links.encodedBulk()[...]).links.first
    #expect(arrived?.left == 0 && arrived?.top == 0 && arrived?.right == 2)
  }
}
