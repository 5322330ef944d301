import Testing
import ViewerCore

@testable import Wire

struct FetchMessageTests {
  private static func order() throws -> FetchOrder {
    var order = FetchOrder(address: "https://h/d.pdf")
    order.headers = [try HeaderField("A: b"), try HeaderField("C:")]
    order.key = "plan"
    order.maxAge = 60_000
    order.isPersistent = true
    order.takesStale = false
    order.streams = true
    return order
  }

  private static func requests() throws -> [FetchRequest] {
    [
      FetchRequest(number: 1, body: .get(try order())),
      FetchRequest(number: 2, body: .get(FetchOrder(address: ""))),
      FetchRequest(number: 3, body: .cancel(7)), FetchRequest(number: 4, body: .list),
      FetchRequest(number: .max, body: .remove(try order())), FetchRequest(number: 6, body: .clear),
      FetchRequest(
        number: 7, body: .need(1, [BlockRun(first: 3, count: 2), BlockRun(first: 1 << 20, count: 1)])),
      FetchRequest(number: 8, body: .fill(1, true)),
    ]
  }

  private static let replies: [FetchReply] =
    [
      .progress(received: 5, total: 9), .progress(received: 5, total: nil),
      .failed(.tlsError, "no"), .done(count: 2, byteCount: 1 << 40),
      .entry(
        FetchReply.Entry(
          record: CacheRecord(address: "https://h/d", validatedAt: -5, byteCount: 7), isPersistent: true)),
      .stream(byteCount: 2 << 30), .blocks([BlockRun(first: 0, count: 4)]), .whole(.downloaded),
    ].map { FetchReply(number: 9, body: $0) }
    + FetchReply.Freshness.allCases.map { FetchReply(number: 8, body: .document($0)) }

  @Test("Requests and replies come back as they were")
  func roundTrip() throws {
    for request in try Self.requests() {
      #expect(try FetchRequest(decoding: request.encoded()[...]) == request)
    }
    for reply in Self.replies { #expect(try FetchReply(decoding: reply.encoded()[...]) == reply) }
  }

  @Test("A message that is cut short, or longer than it should be, is refused")
  func lengths() throws {
    for bytes in try Self.requests().map({ $0.encoded() }) {
      for end in 0..<bytes.count {
        #expect(throws: WireError.self) { try FetchRequest(decoding: bytes[..<end]) }
      }
      #expect(throws: WireError.trailing) { try FetchRequest(decoding: (bytes + [0])[...]) }
    }
    for bytes in Self.replies.map({ $0.encoded() }) {
      for end in 0..<bytes.count {
        #expect(throws: WireError.self) { try FetchReply(decoding: bytes[..<end]) }
      }
      #expect(throws: WireError.trailing) { try FetchReply(decoding: (bytes + [0])[...]) }
    }
  }

  @Test("No byte of rubbish stops the reader")
  func rubbish() throws {
    var scrambler = Scrambler(seed: 4)
    for bytes in try Self.requests().map({ $0.encoded() }) + Self.replies.map({ $0.encoded() }) {
      for _ in 0..<200 {
        let damaged = scrambler.damaged(bytes)
        _ = try? FetchRequest(decoding: damaged[...])
        _ = try? FetchReply(decoding: damaged[...])
      }
    }
  }

  @Test("A header that could break out of its line does not get through")
  func headers() {
    var writer = ByteWriter()
    writer.u8(FetchLimits.version)
    writer.u8(0)
    writer.u32(1)
    writer.string("https://h/", upTo: 100)
    writer.count(1)
    writer.string("A", upTo: 10)
    writer.string("b\r\nC: d", upTo: 100)
    writer.bool(false)
    writer.string("", upTo: 10)
    writer.u64(0)
    writer.bool(false)
    writer.bool(true)
    writer.bool(false)
    #expect(throws: WireError.badValue) { try FetchRequest(decoding: writer.bytes[...]) }
  }

  @Test("Blocks beyond the largest document, or none at all, are refused", arguments: [(1, 0), (1 << 21, 1)])
  func runs(first: Int, count: Int) {
    let bytes = FetchReply(number: 1, body: .blocks([BlockRun(first: first, count: count)])).encoded()
    #expect(throws: WireError.badValue) { try FetchReply(decoding: bytes[...]) }
  }
}
