import CCurl
package import ViewerCore

/// An address that a document can be asked of: http or https, a host, no name and password in it (RFC 3986).
package struct WebAddress: Hashable, Sendable {
  /// As it is asked for.
  package let text: String
  package let origin: WebOrigin

  /// - Throws: `invalid-source`, before anything is asked of anybody.
  package init(_ text: String) throws(Failure) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw Failure(.invalidSource, Self.shown(text), "an address has neither blanks nor control characters")
    }
    guard let address = curl_url() else {
      throw Failure(.outOfMemory, Self.shown(text), "there is no memory")
    }
    defer { curl_url_cleanup(address) }
    guard curl_url_set(address, CURLUPART_URL, text, 0) == CURLUE_OK,
      let scheme = WebOrigin.Scheme(rawValue: Self.part(CURLUPART_SCHEME, of: address) ?? ""),
      let host = Self.part(CURLUPART_HOST, of: address), !host.isEmpty
    else {
      throw Failure(
        .invalidSource, Self.shown(text), "is no address of a document; write http:// or https://")
    }
    guard Self.part(CURLUPART_USER, of: address) == nil, Self.part(CURLUPART_PASSWORD, of: address) == nil
    else {
      throw Failure(
        .invalidSource, Self.shown(text), "must not hold a name or password; send them with --header")
    }
    let port = Self.part(CURLUPART_PORT, of: address).flatMap(UInt16.init)
    origin = WebOrigin(scheme: scheme, host: host, port: port)
    self.text = text
  }

  /// An address for messages and lists: what stands before an `@` in it is nobody's business.
  package static func shown(_ text: String) -> String {
    guard let start = text.range(of: "://"), let end = text[start.upperBound...].firstIndex(of: "@") else {
      return text
    }
    let path = text[start.upperBound...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
    guard end < path else { return text }
    return text[..<start.upperBound] + "…" + text[end...]
  }

  private static func part(_ part: CURLUPart, of address: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(address, part, &value, 0) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    return String(cString: value)
  }
}

extension String {
  /// The first place of a text in this one, without Foundation.
  fileprivate func range(of other: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if let end = index(start, offsetBy: other.count, limitedBy: endIndex), self[start..<end] == other {
        return start..<end
      }
      start = index(after: start)
    }
    return nil
  }
}
