import Testing

@testable import ViewerCore

struct CacheRecordTests {
  private static func record(_ tag: String? = nil, _ date: String? = nil) -> CacheRecord {
    CacheRecord(
      address: "https://a/b.pdf", validatedAt: 1000, entityTag: tag, lastModified: date, byteCount: 7)
  }

  @Test(
    "A copy is fresh for its age, and not before its time",
    arguments: [
      (0, 1000, false), (1, 1000, true), (500, 1499, true), (500, 1500, false), (.max, 900, false),
      (.max, 1_000_000, true),
    ] as [(Int64, Int64, Bool)])
  func freshness(_ maxAge: Int64, _ now: Int64, _ isFresh: Bool) {
    #expect(Self.record().isFresh(maxAge: maxAge, at: now) == isFresh)
  }

  @Test("A copy is asked about by all that the server said of it")
  func conditions() {
    #expect(Self.record().conditions.isEmpty)
    let both = Self.record("W/\"x\"", "Mon, 30 Nov 2026 10:00:00 GMT").conditions
    #expect(both.map(\.name) == ["If-None-Match", "If-Modified-Since"])
    #expect(both.map(\.value) == ["W/\"x\"", "Mon, 30 Nov 2026 10:00:00 GMT"])
  }

  @Test("The same document asked for in the same way has one identity; a key of the house's stands for all")
  func identity() throws {
    let (a, b) = (try HeaderField("X-A: 1"), try HeaderField("x-b: 2"))
    func text(_ headers: [HeaderField], _ key: String? = nil, _ address: String = "https://h/d") -> String {
      CacheIdentity.text(address: address, headers: headers, key: key)
    }
    #expect(text([a, b]) == text([b, a]))
    #expect(text([a]) == text([try HeaderField("x-a: 1")]))
    #expect(Set([text([]), text([a]), text([b]), text([a, b]), text([], nil, "https://h/e")]).count == 5)
    #expect(text([a], "plan") == text([], "plan", "https://elsewhere/"))
    #expect(text([], "plan") != text([], nil, "plan"))
  }

  @Test(
    "Answers of a server",
    arguments: [
      (200, true, .take), (304, true, .validated),
    ] as [(Int, Bool, TransferVerdict)])
  func verdicts(_ status: Int, _ isConditional: Bool, _ verdict: TransferVerdict) {
    #expect(TransferVerdict(status: status, isConditional: isConditional) == verdict)
  }

  @Test(
    "What may pass is told from what will not",
    arguments: [
      (304, false), (404, false), (401, false), (206, false), (204, false), (300, false), (500, true),
      (503, true),
      (429, true), (408, true), (0, false),
    ])
  func failures(_ status: Int, _ mayPass: Bool) {
    guard
      case .failed(.httpError, let reason, mayPass) = TransferVerdict(status: status, isConditional: false)
    else {
      Issue.record("\(status) is no failure of this kind")
      return
    }
    #expect(reason.contains(String(status)))
  }

  @Test("Pauses double, each at least half of its length, and end")
  func retries() {
    #expect(RetryPolicy.pause(after: 1, dice: 0) == 250)
    #expect(RetryPolicy.pause(after: 1, dice: 1) == 500)
    #expect(RetryPolicy.pause(after: 2, dice: 0) == 500)
    #expect(RetryPolicy.pause(after: 3, dice: 0.5) == 1500)
    #expect(RetryPolicy.pause(after: 4, dice: 0) == nil)
    #expect(RetryPolicy.pause(after: 0, dice: 0) == nil)
  }
}
