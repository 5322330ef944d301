/// A header that the house wants sent with a document's request (RFC 9110, section 5).
package struct HeaderField: Hashable, Sendable {
  package var name: String
  package var value: String

  /// Reads `Name: value`; white space about the value does not count.
  /// - Throws: `invalid-source` for what could not be sent as it stands.
  package init(_ text: String) throws(Failure) {
    guard let colon = text.firstIndex(of: ":") else {
      throw Failure(.invalidSource, "--header", "must be 'Name: value'")
    }
    let value = text[text.index(after: colon)...]
    try self.init(
      name: String(text[..<colon]),
      value: String(value.drop { $0 == " " || $0 == "\t" }.trimmed))
  }

  package init(name: String, value: String) throws(Failure) {
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else {
      throw Failure(.invalidSource, "--header", "the name of a header has letters, digits and - alone")
    }
    // A line break would begin a header of its own.
    guard value.utf8.allSatisfy({ $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) }) else {
      throw Failure(.invalidSource, "--header", "the value of \(name) has a control character in it")
    }
    guard !Self.ours.contains(name.lowercased()) else {
      throw Failure(.invalidSource, "--header", "\(name) is set by the transfer itself")
    }
    self.name = name
    self.value = value
  }

  /// What says how a document travels is not the house's to choose.
  private static let ours: Set = [
    "host", "range", "if-range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since",
    "content-length", "transfer-encoding", "accept-encoding", "connection", "te", "upgrade", "expect",
  ]

  /// `tchar` of RFC 9110, section 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension Substring {
  /// Without the blanks at its end.
  fileprivate var trimmed: Substring {
    var result = self
    while let last = result.last, last == " " || last == "\t" { result.removeLast() }
    return result
  }
}
