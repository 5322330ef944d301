import Testing

@testable import Wire

@Suite("JSON that comes in")
struct JSONValueTests {
  private func value(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)[...]) }

  @Test(
    "A value of each kind is taken apart",
    arguments: [
      ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .number(0)),
      ("-12.5e2", .number(-1250)), ("1E+2", .number(100)), (#""""#, .string("")),
      (#""a\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, .string("a\"\\/\u{8}\u{c}\n\r\té😀")), ("[]", .array([])),
      ("[1, [2]]", .array([.number(1), .array([.number(2)])])), ("{}", .object([])),
      (
        #"{"a": 1 ,"b":[true]}"#,
        .object([.init(name: "a", value: .number(1)), .init(name: "b", value: .array([.bool(true)]))])
      ),
    ] as [(String, JSONValue)])
  func values(text: String, expected: JSONValue) {
    #expect(value(text) == expected)
  }

  @Test(
    "What is no JSON text is refused",
    arguments: [
      "", " ", "nul", "tru", "+1", "01", "-01", "1.", ".5", "1e", "1e999", "-", "\"", "\"\\x\"", "\"\\u12\"",
      "\"\\uD800\"", "\"\\uD800\\u0041\"", "\"\\uDC00\"", "\"\u{1}\"", "[1,]", "[1 2]", "[", "]", "{\"a\"}",
      "{\"a\":}", "{a:1}", "{\"a\":1,}", "{\"a\":1", "1 2", "// x", "'a'", "NaN", "Infinity",
    ])
  func refused(text: String) {
    #expect(value(text) == nil)
  }

  @Test("Bytes that are no UTF-8 are refused")
  func encoding() {
    #expect(JSONValue([0x22, 0xFF, 0x22]) == nil)
    #expect(JSONValue([0x22, 0xC3, 0xA9, 0x22]) == .string("é"))
  }

  @Test("Nesting is followed so deep and no deeper")
  func depth() {
    func nested(_ levels: Int) -> JSONValue? {
      value(String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
    }
    #expect(nested(JSONValue.depth) != nil)
    #expect(nested(JSONValue.depth + 1) == nil)
    #expect(nested(100_000) == nil)
  }

  @Test("Members are found by name, whole numbers are told from others")
  func access() {
    let object = value(#"{"a":1,"a":2,"b":"x","c":1.5,"d":1e20}"#)
    #expect(object?["a"]?.integer == 1)
    #expect(object?["b"]?.text == "x" && object?["b"]?.integer == nil)
    #expect(object?["c"]?.integer == nil && object?["d"]?.integer == nil && object?["e"] == nil)
  }
}
