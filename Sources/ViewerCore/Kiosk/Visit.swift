/// Whether a visitor is at the kiosk: taken from signs of life alone.
///
/// | | after | follows |
/// |---|---|---|
/// | nobody | a sign | somebody |
/// | somebody | `idle` without a sign, where anything is left of the visit | asked |
/// | somebody | `idle` without a sign, where nothing is | nobody |
/// | asked | a sign | somebody, as long again and as often as it takes |
/// | asked | `patience` without a sign | nobody, and the visit is over |
package struct Visit: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case nobody, somebody
    /// Since when the question stands.
    case asked(Timestamp)
  }

  package enum Outcome: Hashable, Sendable {
    case began
    /// Whether anybody is still there is to be asked.
    case asks
    /// The visitor is still there.
    case goesOn
    /// Nothing of it is to be left.
    case isOver
  }

  package private(set) var phase = Phase.nobody
  /// The last sign of anybody.
  package private(set) var lastSign = Timestamp.zero
  /// Since when nobody has been there, or the last sign where visits never end.
  package private(set) var desertedSince = Timestamp.zero

  package init() {}

  package var isAsked: Bool { if case .asked = phase { true } else { false } }

  /// Somebody has touched the kiosk.
  package mutating func sign(at now: Timestamp) -> Outcome? {
    lastSign = max(lastSign, now)
    desertedSince = lastSign
    defer { phase = .somebody }
    switch phase {
    case .nobody: return .began
    case .somebody: return nil
    case .asked: return .goesOn
    }
  }

  /// When time alone changes something; nil for never.
  package func deadline(_ settings: KioskSettings) -> Timestamp? {
    guard let idle = settings.idle else { return nil }
    switch phase {
    case .nobody: return nil
    case .somebody: return lastSign + idle
    case .asked(let since): return since + settings.patience
    }
  }

  /// - Parameter isHome: whether nothing is left of a visit.
  package mutating func advance(to now: Timestamp, isHome: Bool, _ settings: KioskSettings) -> Outcome? {
    guard let due = deadline(settings), now >= due else { return nil }
    if case .somebody = phase, !isHome {
      phase = .asked(now)
      return .asks
    }
    let wasAsked = isAsked
    end(at: now)
    return wasAsked || !isHome ? .isOver : nil
  }

  /// From now on somebody is waited for, as if the last sign had been just now.
  package mutating func waitAnew(at now: Timestamp) {
    lastSign = max(lastSign, now)
    if isAsked { phase = .asked(lastSign) }
  }

  /// Time begins.
  package mutating func begin(at now: Timestamp) { (lastSign, desertedSince) = (now, now) }

  /// The visitor says that the visit is over.
  package mutating func end(at now: Timestamp) {
    phase = .nobody
    desertedSince = now
  }
}
