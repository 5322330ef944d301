/// Where a document's request may be sent on to, and with what.
package struct RedirectPolicy: Hashable, Sendable {
  /// Hops after the first request.
  package static let limit = 10

  package enum Step: Hashable, Sendable {
    /// - Parameter keepsHeaders: whether the house's own headers go along.
    case follow(keepsHeaders: Bool)
    case refuse(ErrorCode, String)
  }

  /// Answers that send on; others with a 3 in front say something else.
  package static let statuses: Set = [301, 302, 303, 307, 308]

  private let plain: PlainHosts
  private var hops = 0
  private var keepsHeaders = true
  private var origin: WebOrigin

  package init(from origin: WebOrigin, plain: PlainHosts) {
    self.origin = origin
    self.plain = plain
  }

  /// Takes the next hop.
  /// - Parameters:
  ///   - target: nil for an address that is none of http or https, or cannot be read.
  ///   - status: the answer that sent us there, 301, 302, 303, 307 or 308.
  package mutating func step(to target: WebOrigin?, status: Int) -> Step {
    guard let target else {
      return .refuse(.httpError, "the server sends on to an address that is none (\(status))")
    }
    hops += 1
    guard hops <= Self.limit else {
      return .refuse(.networkError, "the server sends from one address to another without an end")
    }
    if origin.scheme == .https, target.scheme == .http {
      return .refuse(.httpError, "the server sends on from https to http (\(status))")
    }
    guard plain.allows(target) else {
      return .refuse(.httpError, "the server sends on to \(target.host) without encryption (\(status))")
    }
    // Once another has been asked they stay away, even where the way leads back: it may have been told where to.
    if target != origin { keepsHeaders = false }
    origin = target
    return .follow(keepsHeaders: keepsHeaders)
  }
}
