/// Which addresses a document's links may lead to. Nothing is allowed that is not named.
///
/// The kiosk itself opens none of them: an allowed one is told to whoever integrates it.
///
/// | pattern | allows |
/// |---|---|
/// | `example.org` | http and https addresses of this very host |
/// | `*.example.org` | those of all hosts below it |
/// | `https://example.org/museum/` | addresses that begin like this, of this scheme, host and port |
/// | `mailto:` | addresses of this scheme |
package struct LinkPermit: Hashable, Sendable {
  private enum Pattern: Hashable, Sendable {
    case scheme(String)
    case host(String)
    case below(String)
    case prefix(LinkAddress)
  }

  /// What reaches into the machine, whatever the pattern says.
  private static let refused: Set<String> = ["javascript", "file", "data", "vbscript", "about", "blob"]

  private var patterns: [Pattern] = []

  package init() {}

  package var isEmpty: Bool { patterns.isEmpty }

  /// - Returns: false where the text is no pattern.
  package mutating func allow(_ text: String) -> Bool {
    if text.contains("://") {
      guard let address = LinkAddress(text), !address.host.isEmpty, !Self.refused.contains(address.scheme)
      else { return false }
      patterns.append(.prefix(address))
      return true
    }
    if text.hasSuffix(":") {
      let scheme = text.dropLast().lowercased()
      guard LinkAddress.isScheme(scheme), !Self.refused.contains(scheme) else { return false }
      patterns.append(.scheme(scheme))
      return true
    }
    let isBelow = text.hasPrefix("*.")
    let host = (isBelow ? String(text.dropFirst(2)) : text).lowercased()
    guard LinkAddress.isHost(host) else { return false }
    patterns.append(isBelow ? .below(host) : .host(host))
    return true
  }

  package func allows(_ text: String) -> Bool {
    guard let address = LinkAddress(text), !Self.refused.contains(address.scheme) else { return false }
    let isWeb = address.scheme == "http" || address.scheme == "https"
    return patterns.contains { pattern in
      switch pattern {
      case .scheme(let scheme): address.scheme == scheme
      case .host(let host): isWeb && address.host == host
      case .below(let host): isWeb && address.host.hasSuffix("." + host)
      case .prefix(let start):
        address.scheme == start.scheme && address.host == start.host && address.port == start.port
          && (address.rest.isEmpty ? "/" : address.rest).hasPrefix(start.rest)
          // A way up would lead out of what was named.
          && !address.climbs
      }
    }
  }
}
