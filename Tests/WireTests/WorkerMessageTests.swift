import Testing
import ViewerCore
import Wire

struct WorkerMessageTests {
  static let order = RenderOrder(
    page: 4, resolution: PixelSize(width: 1080, height: 1527),
    clip: PixelRect(x: 10, y: 20, width: 300, height: 200), rotation: .quarter, stride: 832, harvest: .all,
    paper: 0xFFF8E0)

  static let requests: [WorkerRequest] = [
    WorkerRequest(number: 1, document: 7, body: .open(password: nil)),
    WorkerRequest(number: 2, document: 7, body: .open(password: [0x68, 0xF4, 0x74])),
    WorkerRequest(number: 3, document: 7, body: .pageSizes(first: 100, count: 50)),
    WorkerRequest(number: 4, document: 7, body: .render(order)),
    WorkerRequest(number: 5, document: 7, body: .text(page: 3)),
    WorkerRequest(number: 6, document: 7, body: .links(page: 2)),
    WorkerRequest(number: 7, document: 7, body: .info),
    WorkerRequest(number: 8, document: 7, body: .forms),
    WorkerRequest(number: .max, document: .max, body: .close),
    WorkerRequest(number: 9, document: 7, body: .trim),
  ]

  static let facts = DocumentFacts(
    pages: 12, firstPageSize: Size(width: 595.28, height: 841.89), firstPageLabel: "iv", encrypted: true,
    permissions: [.print, .copy])

  static let replies: [WorkerReply] = [
    WorkerReply(number: 1, anonymousBytes: 20 << 20, body: .opened(facts)),
    WorkerReply(number: 2, anonymousBytes: 0, body: .failed(.damagedDocument, detail: "Couldn't read xref")),
    WorkerReply(
      number: 3, anonymousBytes: 0,
      body: .sizes(first: 100, [Size(width: 612, height: 792), .zero, Size(width: 14400, height: 0.5)])),
    WorkerReply(
      number: 4, anonymousBytes: 0,
      body: .rendered(
        Rendered(warnings: ["a", "größer"], harvest: Rendered.Harvest(textBytes: 40, linkBytes: 6)))),
    WorkerReply(number: 5, anonymousBytes: 0, body: .rendered(Rendered(warnings: [], harvest: nil))),
    WorkerReply(number: 6, anonymousBytes: 0, body: .text(byteCount: 1000)),
    WorkerReply(number: 7, anonymousBytes: 0, body: .links(byteCount: 0)),
    WorkerReply(number: 8, anonymousBytes: 0, body: .info(byteCount: WorkerLimits.bulkBytes)),
    WorkerReply(number: 9, anonymousBytes: 0, body: .forms(.xfa, fields: 9)),
    WorkerReply(number: 10, anonymousBytes: 0, body: .closed),
    WorkerReply(number: 11, anonymousBytes: 1 << 20, body: .trimmed),
  ]

  @Test("A request survives the way to the worker", arguments: requests)
  func request(_ request: WorkerRequest) throws {
    #expect(try WorkerRequest(decoding: request.encoded()[...]) == request)
  }

  @Test("An answer survives the way to the viewer", arguments: replies)
  func reply(_ reply: WorkerReply) throws {
    #expect(try WorkerReply(decoding: reply.encoded()[...]) == reply)
  }

  @Test("A message cut short or too long at any place is refused", arguments: replies)
  func cut(_ reply: WorkerReply) {
    let bytes = reply.encoded()
    for length in bytes.indices {
      #expect(throws: WireError.self) { try WorkerReply(decoding: bytes.prefix(length)) }
    }
    #expect(throws: WireError.trailing) { try WorkerReply(decoding: (bytes + [0])[...]) }
  }

  @Test("A message of another version is refused by its first byte")
  func version() {
    var bytes = Self.replies[0].encoded()
    bytes[0] = 9
    #expect(throws: WireError.unsupportedVersion(9)) { try WorkerReply(decoding: bytes[...]) }
    #expect(throws: WireError.unsupportedVersion(9)) { try WorkerRequest(decoding: bytes[...]) }
  }

  @Test("Damaged messages are refused or stay within their limits, and never end the viewer")
  func damaged() {
    var chance = Scrambler(seed: 1)
    var decoded = 0
    for _ in 0..<400 {
      for reply in Self.replies {
        guard let value = try? WorkerReply(decoding: chance.damaged(reply.encoded())[...]) else { continue }
        decoded += 1
        #expect(value.bulkByteCount <= WorkerLimits.bulkBytes)
        switch value.body {
        case .opened(let facts): #expect((1...WorkerLimits.pages).contains(facts.pages))
        case .sizes(_, let sizes):
          #expect(
            sizes.allSatisfy { (0...1_000_000).contains($0.width) && (0...1_000_000).contains($0.height) })
        default: break
        }
      }
    }
    // The generator is gentle enough that some get through: else nothing but the first check was tried.
    #expect(decoded > 100)
  }

  @Test(
    "An order for a bitmap that cannot be is refused",
    arguments: [
      PixelRect(x: -1, y: 0, width: 10, height: 10), PixelRect(x: 0, y: 0, width: 0, height: 10),
      PixelRect(x: 1000, y: 0, width: 81, height: 10), PixelRect(x: 0, y: 1500, width: 10, height: 28),
    ])
  func badOrder(_ clip: PixelRect) {
    var order = Self.order
    order.clip = clip
    #expect(!order.isValid)
    let request = WorkerRequest(number: 1, document: 1, body: .render(order))
    #expect(throws: WireError.badValue) { try WorkerRequest(decoding: request.encoded()[...]) }
  }

  @Test("Rows that do not hold their pixels make no order")
  func shortStride() {
    var order = Self.order
    order.stride = 796
    #expect(!order.isValid)
    order.stride = 800
    #expect(order.isValid)
    #expect(order.byteCount == 800 * 300)
  }
}
