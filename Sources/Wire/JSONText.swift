/// Writes JSON with its keys in the order they are written; nothing is checked but commas.
///
///     var json = JSONText()
///     json.object {
///       $0.string("event", "frame")
///       $0.number("t", Decimal.text(now, places: 3))
///       $0.array("offset") { $0.number("12.5"); $0.number("0.0") }
///     }
///     json.text   // {"event":"frame","t":16.667,"offset":[12.5,0.0]}
///
/// Numbers are given as text, so that their decimals are the writer's choice. Members of objects have a key,
/// elements of arrays none.
package struct JSONText: Sendable {
  package private(set) var text = ""
  private var needsComma = false

  package init() {}

  /// Empties the text and keeps its memory.
  package mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a line of a JSON-lines text; the next value stands alone.
  package mutating func newline() {
    text.append("\n")
    needsComma = false
  }

  package mutating func object(_ key: String? = nil, _ members: (inout JSONText) -> Void) {
    begin(key)
    nest("{", "}", members)
  }

  package mutating func array(_ key: String? = nil, _ elements: (inout JSONText) -> Void) {
    begin(key)
    nest("[", "]", elements)
  }

  package mutating func string(_ key: String, _ value: String) {
    begin(key)
    quote(value)
  }

  package mutating func string(_ value: String) {
    begin(nil)
    quote(value)
  }

  /// - Parameter value: a JSON number's text.
  package mutating func number(_ key: String, _ value: String) {
    begin(key)
    text.append(value)
  }

  package mutating func number(_ value: String) {
    begin(nil)
    text.append(value)
  }

  package mutating func number(_ key: String, _ value: some BinaryInteger) {
    number(key, String(value))
  }

  package mutating func number(_ value: some BinaryInteger) {
    number(String(value))
  }

  package mutating func bool(_ key: String, _ value: Bool) {
    begin(key)
    text.append(value ? "true" : "false")
  }

  package mutating func bool(_ value: Bool) {
    begin(nil)
    text.append(value ? "true" : "false")
  }

  package mutating func null(_ key: String? = nil) {
    begin(key)
    text.append("null")
  }

  private mutating func nest(_ open: Character, _ close: Character, _ content: (inout JSONText) -> Void) {
    text.append(open)
    needsComma = false
    content(&self)
    text.append(close)
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if needsComma { text.append(",") }
    needsComma = true
    guard let key else { return }
    quote(key)
    text.append(":")
  }

  /// RFC 8259, section 7: quotation mark, backslash and control characters are escaped. U+2028 and U+2029 are
  /// too, for readers that take JSON for JavaScript.
  private mutating func quote(_ value: String) {
    text.append("\"")
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text.append("\\\"")
      case "\\": text.append("\\\\")
      case "\n": text.append("\\n")
      case "\r": text.append("\\r")
      case "\t": text.append("\\t")
      case "\u{0}"..<"\u{20}", "\u{7f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text.append("\"")
  }
}
