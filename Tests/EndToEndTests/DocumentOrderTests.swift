import Foundation
import TestSupport
import Testing

/// Several documents, one after the other.
@Suite("Several documents", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct DocumentOrderTests {
  private static let options = ["--size", "540x960", "--dpi", "160"]
  private static let onwards = "fling 450,480 100,480 100ms"
  private static let back = "fling 100,480 450,480 100ms"

  /// Documents that are told apart by their numbers of pages.
  private static func run(
    _ script: String, _ documents: [(name: String, pages: Int)], sources: [String]
  ) throws -> RunTrace {
    var trace: RunTrace?
    try inTemporaryFolder { folder in
      for document in documents {
        let url = folder.appendingPathComponent(document.name)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        _ = try folder.file(document.name, Fixtures.document(pages: document.pages, lines: 3))
      }
      let clip = try folder.file("swipe.clip", script)
      trace = try ReleaseProgram.replay(
        clip, sources.map(folder.appendingPathComponent), options, in: folder)
    }
    return try #require(trace)
  }

  @Test("A sideways swipe turns to the next document and back, round and round")
  func swipes() throws {
    let trace = try Self.run(
      "500 \(Self.onwards)\n1500 \(Self.onwards)\n2500 \(Self.back)\n3500 wait 100ms\n",
      [("a.pdf", 3), ("b.pdf", 5)], sources: ["a.pdf", "b.pdf"])
    #expect(trace.loads.map(\.pages) == [3, 5, 3, 5])
    #expect(trace.frames.last?.isSharp == true)
    #expect(trace.frames.last?.offset == RunTrace.Place(x: 0, y: 0))
  }

  @Test("A swipe that means something else turns no document over")
  func noSwipes() throws {
    let trace = try Self.run(
      """
      500  fling 270,900 270,400 100ms
      2500 drag 450,480 100,480 300ms
      3500 ctl zoom 3
      4500 fling 450,480 100,480 100ms
      """, [("a.pdf", 3), ("b.pdf", 5)], sources: ["a.pdf", "b.pdf"])
    #expect(trace.loads.map(\.pages) == [3])
    // Zoomed in, it pans.
    #expect(try #require(trace.frames.last).offset.x > 300)
  }

  @Test("A folder's documents come in natural order, among other sources")
  func naturalOrder() throws {
    let turns = (1...5).map { "\($0 * 1000) \(Self.onwards)\n" }.joined()
    let trace = try Self.run(
      turns,
      [
        ("last.pdf", 9), ("folder/10 ten.pdf", 4), ("folder/2 two.pdf", 2), ("folder/1 one.pdf", 1),
        ("folder/20.PDF", 5), ("folder/.hidden.pdf", 8),
      ],
      sources: ["folder", "last.pdf"])
    #expect(trace.loads.map(\.pages) == [1, 2, 4, 5, 9, 1])
  }

  @Test("A document that cannot be opened is passed over by a swipe like any other")
  func brokenInBetween() throws {
    var loads: [Int] = []
    try inTemporaryFolder { folder in
      let a = try folder.file("a.pdf", Fixtures.document(pages: 2, lines: 3))
      let broken = try folder.file("b.pdf", "%PDF-1.7 and nothing more")
      let c = try folder.file("c.pdf", Fixtures.document(pages: 4, lines: 3))
      let clip = try folder.file("swipe.clip", "500 \(Self.onwards)\n1500 \(Self.onwards)\n2500 wait 100ms\n")
      let trace = try ReleaseProgram.replay(clip, [a, broken, c], Self.options, in: folder)
      #expect(trace.errors.map(\.code) == ["damaged-document"])
      loads = trace.loads.map(\.pages)
      #expect(trace.frames.last?.isSharp == true)
    }
    #expect(loads == [2, 4])
  }
}
