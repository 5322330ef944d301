/// An address taken apart as far as a decision about it needs (RFC 3986).
package struct LinkAddress: Hashable, Sendable {
  /// In small letters.
  package var scheme: String
  /// In small letters; empty where the scheme has none. No user, no port.
  package var host: String
  /// As written; empty where none is.
  package var port: String
  /// Path, query and fragment, or what follows the scheme where there is no host.
  package var rest: String

  /// Nil for what is no address: without a scheme, or with characters that none has.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"),
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F || $0 == "\\" })
    else { return nil }
    scheme = text[..<colon].lowercased()
    guard Self.isScheme(scheme) else { return nil }
    let after = text[text.index(after: colon)...]
    guard after.hasPrefix("//") else {
      (host, port, rest) = ("", "", String(after))
      return
    }
    let authority = after.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    rest = String(after[authority.endIndex...])
    // Who signs in stands before the last @.
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      host = place[...end].lowercased()
      let tail = place[place.index(after: end)...]
      guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
      port = String(tail.dropFirst())
    } else {
      let parts = place.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      host = (parts.first ?? "").lowercased()
      port = parts.count > 1 ? String(parts[1]) : ""
    }
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  }

  /// Whether a part of its path leads upwards, in whatever spelling.
  var climbs: Bool {
    let path = rest.prefix { $0 != "?" && $0 != "#" }.lowercased().replacing("%2e", with: ".")
      .replacing("%2f", with: "/").replacing("%5c", with: "/")
    return path.split(separator: "/").contains("..")
  }

  static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
    }
  }

  /// Letters, digits, dots and hyphens, in small letters.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(".") && !text.hasPrefix("-")
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 >= 0x80
      }
  }

  /// Where an address leads, as people say it: its host, or what kind of address it is.
  package static func name(of text: String) -> String {
    guard let address = LinkAddress(text) else { return String(text.prefix(64)) }
    return address.host.isEmpty ? address.scheme : address.host
  }
}
