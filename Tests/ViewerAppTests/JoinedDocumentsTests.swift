import Testing
import ViewerCore

@testable import ViewerApp

struct JoinedDocumentsTests {
  private static func opened(_ number: UInt32, pages: Int) -> SessionEvent {
    .opened(document: number, pages: pages, first: Size(width: 10, height: 20), encrypted: false)
  }

  /// Joined documents that are told things one by one.
  private final class Stage {
    private var joined = JoinedDocuments()
    let members: [UInt32]

    init(_ names: [String], as document: UInt32) {
      members = joined.open(document, titles: names, names: names.map { $0 + ".pdf" })
    }

    func told(_ event: SessionEvent) -> SessionEvent? { joined.told(event) }
    func parts(of work: Work) -> [(work: Work, result: SessionEvent?)]? { joined.parts(of: work) }
    func close(_ document: UInt32) { joined.close(document) }
    func forgetClosed(where isBusy: (UInt32) -> Bool) { joined.forgetClosed(where: isBusy) }
    func members(of document: UInt32) -> [UInt32]? { joined.members(of: document) }
    func source(ofPage page: Int, in document: UInt32) -> (name: String, page: Int)? {
      joined.source(ofPage: page, in: document)
    }
  }

  /// Three members: three pages, one that is damaged, two pages.
  private static func whole() -> Stage {
    let joined = Stage(["a", "b", "c"], as: 4)
    #expect(joined.told(opened(joined.members[2], pages: 2)) == nil)
    let failure = Failure(.damagedDocument, "b.pdf", "")
    #expect(joined.told(.openFailed(document: joined.members[1], failure)) == nil)
    #expect(joined.told(opened(joined.members[0], pages: 3))?.summary == "opened 4: 6 pages")
    return joined
  }

  @Test("Sizes of pages of several members come as one answer once all are there")
  func sizes() throws {
    let joined = Self.whole()
    let parts = try #require(joined.parts(of: .sizes(document: 4, first: 1, count: 5)))
    #expect(
      parts.map(\.work) == [
        .sizes(document: joined.members[0], first: 1, count: 2),
        .sizes(document: joined.members[1], first: 0, count: 1),
        .sizes(document: joined.members[2], first: 0, count: 2),
      ])
    // What is known already is told by the part itself.
    let known = try #require(parts[1].result)
    #expect(joined.told(known) == nil)
    let two = [Size(width: 1, height: 1), Size(width: 2, height: 2)]
    #expect(joined.told(.sizes(document: joined.members[2], first: 0, two)) == nil)
    let event = try #require(joined.told(.sizes(document: joined.members[0], first: 1, two)))
    guard case .sizes(4, 1, let sizes) = event else { throw Failure(.usage, "", "no sizes") }
    #expect(sizes == two + [Size(width: 10, height: 20)] + two)
  }

  @Test("A page of a damaged member fails at once, for the page of the whole")
  func damaged() throws {
    let joined = Self.whole()
    let part = try #require(joined.parts(of: .text(document: 4, page: 3))?.first)
    let result = try #require(part.result)
    let event = try #require(joined.told(result))
    guard case .readFailed(let work, .damagedDocument, .answer) = event else {
      throw Failure(.usage, "", "something else")
    }
    #expect(work == .text(document: 4, page: 3))
    let source = joined.source(ofPage: 3, in: 4)
    #expect(source?.name == "b.pdf" && source?.page == 0)
  }

  @Test(
    "Words of one page that cannot be read fail as one would; among others the page is to be asked for alone")
  func words() throws {
    let joined = Self.whole()
    let alone = try #require(joined.parts(of: .words(document: 4, first: 3, count: 1))?.first?.result)
    guard case .readFailed(.words(4, 3, 1), .damagedDocument, _)? = joined.told(alone) else {
      throw Failure(.usage, "", "it did not fail")
    }
    let parts = try #require(joined.parts(of: .words(document: 4, first: 2, count: 2)))
    let failed = try #require(parts[1].result)
    #expect(joined.told(failed) == nil)
    let event = joined.told(.words(document: joined.members[0], first: 2, [FoldedText(PageText.empty)]))
    guard case .words(4, 2, let words)? = event else { throw Failure(.usage, "", "no words") }
    #expect(words.count == 2 && words[0] != nil && words[1] == nil)
  }

  @Test(
    "How much has come is the mean of what has come of each; a later version that is out of reach is told of all"
  )
  func progress() {
    let joined = Stage(["a", "b"], as: 1)
    guard case .progress(1, 100)? = joined.told(.progress(document: joined.members[0], 200)) else {
      Issue.record("no progress")
      return
    }
    guard case .earlierCopy(1)? = joined.told(.earlierCopy(document: joined.members[1])) else {
      Issue.record("not told")
      return
    }
  }

  @Test("What is closed is forgotten once nothing of it can come any more")
  func closed() {
    let joined = Self.whole()
    joined.close(4)
    joined.forgetClosed { $0 == joined.members[2] }
    #expect(joined.members(of: 4) == joined.members)
    joined.forgetClosed { _ in false }
    #expect(joined.members(of: 4) == nil)
    #expect(joined.parts(of: .info(document: 4)) == nil)
  }
}
