import Testing

@testable import ViewerCore

@Suite("What answers about parts of a document mean")
struct RangeVerdictTests {
  private static func head(_ status: Int, _ fields: [String: String]) -> AnswerHead {
    AnswerHead(status: status, fields: fields)
  }

  @Test(
    "Where a body stands in the document",
    arguments: [
      ("bytes 0-65535/200000", 0..<65536, 200_000), ("Bytes 5-5/6", 5..<6, 6), ("bytes 0-65535/*", nil, 0),
      ("bytes */200", nil, 0), ("bytes 5-4/10", nil, 0), ("bytes 0-10/10", nil, 0), ("bytes -5/10", nil, 0),
      ("bytes 0-/10", nil, 0), ("0-5/10", nil, 0), ("items 0-5/10", nil, 0), ("bytes 0-+5/10", nil, 0),
      ("bytes 0-5/10/20", nil, 0), ("bytes 0-99999999999999999999/10", nil, 0), ("", nil, 0),
    ] as [(String, Range<Int>?, Int)])
  func places(_ text: String, _ bytes: Range<Int>?, _ total: Int) {
    let range = Self.head(206, ["content-range": text]).range
    #expect(range?.bytes == bytes)
    if bytes != nil { #expect(range?.total == total) }
  }

  @Test(
    "Dates of HTTP",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800), ("Mon, 30 Nov 2026 12:00:00 GMT", 1_796_040_000),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil), ("", nil),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sun, 06 Xyz 1994 08:49:37 GMT", nil),
    ] as [(String, Int64?)])
  func dates(_ text: String, _ seconds: Int64?) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test("A strong tag names a version, a date only where it has stood for a minute and there is no tag")
  func conditions() {
    func version(_ fields: [String: String]) -> DocumentVersion {
      DocumentVersion(byteCount: 9, Self.head(206, fields))
    }
    let date = "Mon, 30 Nov 2026 12:00:00 GMT"
    #expect(version(["etag": "\"a\""]).condition == "\"a\"")
    #expect(version(["etag": "W/\"a\""]).condition == nil && version(["etag": "W/\"a\""]).isNamed)
    #expect(version(["last-modified": date]).condition == nil)
    let later = ["last-modified": date, "date": "Mon, 30 Nov 2026 12:01:00 GMT"]
    #expect(version(later).condition == date)
    #expect(
      version(["last-modified": date, "date": "Mon, 30 Nov 2026 12:00:59 GMT"]).condition == nil)
    // A client that has a tag must not ask by the date.
    #expect(version(later.merging(["etag": "W/\"a\""]) { $1 }).condition == nil)
    #expect(!version([:]).isNamed && !version(["last-modified": "yesterday"]).isNamed)
  }

  private static let good = ["content-range": "bytes 0-65535/200000", "etag": "\"a\""]

  @Test("The first answer begins a stream only where everything it says is right")
  func first() {
    func verdict(_ status: Int, _ change: [String: String?] = [:]) -> FirstVerdict {
      var fields = Self.good
      for (name, value) in change { fields[name] = value }
      return FirstVerdict(Self.head(status, fields), isConditional: true)
    }
    let version = DocumentVersion(
      byteCount: 200_000, entityTag: "\"a\"", lastModified: nil, isDateStrong: false)
    #expect(verdict(206) == .blocks(version))
    #expect(verdict(206, ["content-length": "65536"]) == .blocks(version))
    #expect(verdict(206, ["content-encoding": "identity"]) == .blocks(version))
    let changes: [[String: String?]] = [
      ["content-range": nil], ["content-range": "bytes 1-65536/200000"],
      ["content-range": "bytes 0-9/200000"],
      ["content-range": "bytes 0-65535/*"], ["content-length": "200000"], ["content-encoding": "gzip"],
      ["content-type": "multipart/byteranges; boundary=x"], ["etag": nil],
      ["content-range": "bytes 0-65535/999999999999999"],
    ]
    for change in changes { #expect(verdict(206, change) == .askWhole, "\(change)") }
    // All of a small one is there at once, whatever its name.
    let small = DocumentVersion(byteCount: 10, entityTag: nil, lastModified: nil, isDateStrong: false)
    #expect(verdict(206, ["content-range": "bytes 0-9/10", "etag": nil]) == .blocks(small))
    #expect(verdict(200) == .whole && verdict(304) == .validated && verdict(416) == .askWhole)
    guard case .failed(.httpError, _, mayPass: false) = verdict(404) else { return #expect(Bool(false)) }
    guard case .failed(.httpError, _, mayPass: true) = verdict(503) else { return #expect(Bool(false)) }
  }

  @Test("Blocks are taken only of the version that is known, and only those that were asked for")
  func blocks() {
    let asked = 65536..<131_072
    let version = DocumentVersion(
      byteCount: 200_000, entityTag: "\"a\"", lastModified: nil, isDateStrong: false)
    func verdict(
      _ status: Int, _ fields: [String: String], of version: DocumentVersion = version
    ) -> RangeVerdict {
      RangeVerdict(Self.head(status, fields), asked: asked, of: version)
    }
    let range = ["content-range": "bytes 65536-131071/200000"]
    let tagged = range.merging(["etag": "\"a\""]) { $1 }
    #expect(verdict(206, range) == .take && verdict(206, tagged) == .take)
    #expect(verdict(206, tagged.merging(["etag": "\"b\""]) { $1 }) == .changed)
    #expect(verdict(206, tagged.merging(["content-range": "bytes 65536-131071/200001"]) { $1 }) == .changed)
    for wrong in ["bytes 65536-131070/200000", "bytes 0-65535/200000"] {
      guard case .failed(.httpError, _, mayPass: false) = verdict(206, ["content-range": wrong]) else {
        return #expect(Bool(false), "\(wrong)")
      }
    }
    guard case .failed(.httpError, _, mayPass: false) = verdict(206, [:]) else { return #expect(Bool(false)) }
    let all = ["content-length": "200000", "etag": "\"a\""]
    #expect(verdict(200, all) == .takeWhole)
    #expect(verdict(200, all.merging(["content-length": "200001"]) { $1 }) == .changed)
    #expect(verdict(200, ["content-length": "200000"]) == .changed)
    #expect(verdict(200, all.merging(["content-encoding": "gzip"]) { $1 }) == .changed)
    #expect(verdict(412, [:]) == .changed && verdict(416, [:]) == .changed)
    // A weak tag must stand in each answer, and a whole body of the same name may hold other bytes.
    let weak = DocumentVersion(
      byteCount: 200_000, entityTag: "W/\"a\"", lastModified: "x", isDateStrong: false)
    #expect(verdict(206, range, of: weak) == .changed)
    let repeated = range.merging(["etag": "W/\"a\""]) { $1 }
    #expect(verdict(206, repeated, of: weak) == .take)
    #expect(verdict(206, repeated.merging(["last-modified": "y"]) { $1 }, of: weak) == .changed)
    #expect(verdict(200, ["content-length": "200000", "etag": "W/\"a\""], of: weak) == .changed)
  }

  @Test("Blocks that are kept are shown unasked only while they are fresh and have a sure name")
  func freshness() {
    var part = PartRecord(
      address: "a", validatedAt: 1000,
      version: DocumentVersion(byteCount: 70_000, entityTag: "\"a\"", lastModified: nil, isDateStrong: false),
      blocks: BlockSet())
    #expect(part.isFresh(maxAge: 500, at: 1400) && !part.isFresh(maxAge: 500, at: 1500))
    part.version.entityTag = "W/\"a\""
    #expect(!part.isFresh(maxAge: 500, at: 1400))
    #expect(PartRecord.blockCount(of: 70_000) == 2 && PartRecord.blockCount(of: 65_536) == 1)
  }
}
