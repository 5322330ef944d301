import Testing
import ViewerCore
import Wire

struct WorkerOutcomeTests {
  private static func ask(_ body: WorkerRequest.Body) -> WorkerRequest {
    WorkerRequest(number: 5, document: 1, body: body)
  }

  private static func reply(_ body: WorkerReply.Body, number: UInt32 = 5) -> WorkerReply {
    WorkerReply(number: number, anonymousBytes: 0, body: body)
  }

  @Test("An answer to another question is refused")
  func wrongKind() {
    #expect(throws: WireError.badValue) {
      try Self.reply(.closed).outcome(of: Self.ask(.info), bulk: [], pages: 1)
    }
    #expect(throws: WireError.badValue) {
      try Self.reply(.closed, number: 4).outcome(of: Self.ask(.close), bulk: [], pages: 1)
    }
  }

  @Test("Sizes of pages nobody asked for are refused", arguments: [(3, 1), (2, 2)])
  func wrongSizes(_ first: Int32, _ count: Int) {
    let sizes = Array(repeating: Size(width: 1, height: 1), count: count)
    #expect(throws: WireError.badValue) {
      try Self.reply(.sizes(first: first, sizes)).outcome(
        of: Self.ask(.pageSizes(first: 2, count: 1)), bulk: [], pages: 9)
    }
  }

  @Test("A harvest that nobody asked for is refused, one asked for is taken apart")
  func harvest() throws {
    let text = WorkerBulkTests.text.encodedBulk()
    let links = WorkerBulkTests.links.encodedBulk()
    let reply = Self.reply(
      .rendered(
        Rendered(
          warnings: [], harvest: Rendered.Harvest(textBytes: text.count, linkBytes: links.count))))
    var order = WorkerMessageTests.order
    let outcome = try reply.outcome(of: Self.ask(.render(order)), bulk: (text + links)[...], pages: 10)
    #expect(
      outcome
        == .rendered(
          RenderedPage(warnings: [], text: WorkerBulkTests.text, links: WorkerBulkTests.links.links)))
    order.harvest = []
    #expect(throws: WireError.badValue) {
      try reply.outcome(of: Self.ask(.render(order)), bulk: (text + links)[...], pages: 10)
    }
  }

  @Test(
    "Grey is taken from a worker that was told what to expect, and from no other", arguments: [true, false])
  func grey(harvested: Bool) throws {
    let text = WorkerBulkTests.text.encodedBulk()
    let links = WorkerBulkTests.links.encodedBulk()
    let harvest = Rendered.Harvest(textBytes: text.count, linkBytes: links.count)
    let bulk = harvested ? text + links : []
    let reply = Self.reply(
      .rendered(Rendered(format: .grey, warnings: [], harvest: harvested ? harvest : nil)))
    var order = WorkerMessageTests.order
    for expected in [RenderYield.Format.grey, .colour] {
      order.expects = expected
      guard
        case .rendered(let page) = try reply.outcome(of: Self.ask(.render(order)), bulk: bulk[...], pages: 10)
      else {
        Issue.record("not rendered")
        return
      }
      #expect(page.format == .grey)
      #expect((page.text != nil) == harvested)
    }
    order.expects = nil
    #expect(throws: WireError.badValue) {
      try reply.outcome(of: Self.ask(.render(order)), bulk: bulk[...], pages: 10)
    }
  }

  @Test("A link beyond the last page leads nowhere")
  func linkBeyond() throws {
    let bulk = WorkerBulkTests.links.encodedBulk()
    let outcome = try Self.reply(.links(byteCount: bulk.count)).outcome(
      of: Self.ask(.links(page: 0)), bulk: bulk[...], pages: 3)
    guard case .links(let links) = outcome else {
      Issue.record("not links")
      return
    }
    #expect(links[0].target == .other("broken"))
  }

  @Test("Labels must be as many as pages")
  func labels() {
    let bulk = WorkerBulkTests.info.encodedBulk()
    let reply = Self.reply(.info(byteCount: bulk.count))
    #expect(throws: WireError.badValue) {
      try reply.outcome(of: Self.ask(.info), bulk: bulk[...], pages: 4)
    }
    #expect(throws: Never.self) { try reply.outcome(of: Self.ask(.info), bulk: bulk[...], pages: 3) }
  }

  @Test("Bulk that is shorter than it was said to be is refused")
  func shortBulk() {
    let bulk = WorkerBulkTests.text.encodedBulk()
    #expect(throws: WireError.badValue) {
      try Self.reply(.text(byteCount: bulk.count)).outcome(
        of: Self.ask(.text(page: 0)), bulk: bulk.dropLast(), pages: 1)
    }
  }
}
