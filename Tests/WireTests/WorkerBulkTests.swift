import Testing
import ViewerCore
import Wire

struct WorkerBulkTests {
  static let text = PageText(
    text: "Grüße\nB",
    boxes: (0..<7).map {
      PageText.Box(
        left: Float($0) * 6, top: $0 < 6 ? 10 : 24, right: Float($0) * 6 + 5, bottom: $0 < 6 ? 20 : 34)
    })
  static let links = PageLinks([
    PageLink(left: 1, top: 2, right: 3, bottom: 4, target: .page(3, x: nil, y: 72.5)),
    PageLink(left: 0, top: 0, right: 9.5, bottom: 8, target: .uri("https://example.org/ä")),
    PageLink(left: -1, top: 0, right: 1, bottom: 1, target: .named("NextPage")),
    PageLink(left: 0, top: 0, right: 1, bottom: 1, target: .other("launch")),
  ])
  static let info: DocumentInfo = {
    var info = DocumentInfo()
    info.format = "PDF 1.7"
    info.title = "Führer"
    info.created = "2024-03-01T12:00:00+01:00"
    info.linearisation = .damagedHints
    info.attachments = 2
    info.labels = ["i", "ii", "1"]
    info.warnings = ["Syntax error"]
    return info
  }()

  private static func survives<Bulk: WorkerBulk & Equatable>(_ value: Bulk) throws {
    #expect(try Bulk(decodingBulk: value.encodedBulk()[...]) == value)
    let bytes = value.encodedBulk()
    for length in bytes.indices {
      #expect(throws: WireError.self) { try Bulk(decodingBulk: bytes.prefix(length)) }
    }
    #expect(throws: WireError.trailing) { try Bulk(decodingBulk: (bytes + [0])[...]) }
  }

  @Test("Text with boxes survives the way, and any cut is noticed")
  func textSurvives() throws { try Self.survives(Self.text) }

  @Test("An empty page's text survives the way")
  func emptySurvives() throws { try Self.survives(PageText.empty) }

  @Test("Links survive the way, and any cut is noticed")
  func linksSurvive() throws { try Self.survives(Self.links) }

  @Test("Facts survive the way, and any cut is noticed")
  func infoSurvives() throws { try Self.survives(Self.info) }

  @Test("Damaged bulk is refused or consistent, and never ends the viewer")
  func damaged() {
    var chance = Scrambler(seed: 2)
    var decoded = 0
    for _ in 0..<2000 {
      if let text = try? PageText(decodingBulk: chance.damaged(Self.text.encodedBulk())[...]) {
        decoded += 1
        #expect(text.count == text.text.unicodeScalars.count)
        #expect(text.boxes.count == text.count)
        #expect(text.edges.allSatisfy { $0.isFinite })
      }
      if let links = try? PageLinks(decodingBulk: chance.damaged(Self.links.encodedBulk())[...]) {
        decoded += 1
        #expect(links.links.allSatisfy { ($0.left + $0.top + $0.right + $0.bottom).isFinite })
      }
      if let info = try? DocumentInfo(decodingBulk: chance.damaged(Self.info.encodedBulk())[...]) {
        decoded += 1
        #expect(info.warnings.count <= WorkerLimits.warnings)
      }
    }
    #expect(decoded > 200)
  }

  @Test("Runs that promise more characters than there are are refused, even when their sum overflows")
  func lyingRuns() {
    let huge = PageText.Run(count: .max, top: 0, bottom: 1)
    #expect(
      PageText(
        text: "ab", runs: [huge, huge, PageText.Run(count: 4, top: 0, bottom: 1)], edges: [0, 1, 1, 2]) == nil
    )
    #expect(
      PageText(text: "ab", runs: [PageText.Run(count: 1, top: 0, bottom: 1)], edges: [0, 1, 1, 2]) == nil)
    #expect(
      PageText(text: "ab", runs: [PageText.Run(count: 2, top: 0, bottom: 1)], edges: [0, 1, 1, 2]) != nil)
  }
}
