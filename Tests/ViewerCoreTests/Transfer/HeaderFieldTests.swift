import Testing

@testable import ViewerCore

struct HeaderFieldTests {
  @Test(
    "A header is a name and a value, the blanks about it left out",
    arguments: [
      ("Authorization: Bearer x.y", "Authorization", "Bearer x.y"),
      ("X-A:b", "X-A", "b"), ("X-A: \t b c\t ", "X-A", "b c"), ("X:", "X", ""), ("X: a:b", "X", "a:b"),
      ("X: é\tü", "X", "é\tü"),
    ])
  func good(_ text: String, _ name: String, _ value: String) throws {
    let field = try HeaderField(text)
    #expect(field.name == name && field.value == value)
  }

  @Test(
    "What would break the request, or say how a document travels, is refused",
    arguments: [
      "", "no colon", ": value", "a b: c", "X : y", "Ü: y", "X: a\r\nY: b", "X: a\nb", "X: \u{0}",
      "X: \u{7F}",
      "Range: bytes=0-1", "host: other", "Accept-Encoding: gzip", "If-None-Match: *", "Content-Length: 3",
    ])
  func bad(_ text: String) {
    let failure = #expect(throws: Failure.self) { try HeaderField(text) }
    #expect(failure?.code == .invalidSource)
  }
}
