/// Whether the panel is lit, and why not.
///
/// A touch, a key and a client's word wake it whatever made it dark, and so does the beginning of its hours.
package struct PanelPower: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable {
    /// Nobody has touched it for long.
    case idle
    /// It is outside its hours.
    case hours
    /// Staff or a program wanted it.
    case command
  }

  /// Why it is dark; nil while it is lit.
  package private(set) var dark: Reason?
  /// Whether it is within its hours.
  package private(set) var isOpen = true

  package init() {}

  /// - Returns: whether it was dark.
  package mutating func wake() -> Bool {
    defer { dark = nil }
    return dark != nil
  }

  /// - Returns: whether it was lit.
  package mutating func darken(_ reason: Reason) -> Bool {
    guard dark == nil else { return false }
    dark = reason
    return true
  }

  /// Its hours have begun or ended.
  /// - Returns: whether it lights up.
  package mutating func setOpen(_ open: Bool) -> Bool {
    guard open != isOpen else { return false }
    isOpen = open
    return open ? wake() : false
  }

  /// When it goes dark by itself.
  /// - Parameter visit: who is there: nothing goes dark before a visitor who is waited for.
  package func deadline(_ visit: Visit, _ settings: KioskSettings) -> Timestamp? {
    guard dark == nil, !visit.isAsked else { return nil }
    let idle = settings.blankAfter.map { visit.lastSign + $0 }
    guard !isOpen else { return idle }
    // Who woke it outside its hours has as long as any visitor has before the question comes.
    let rest = max(KioskSettings.wakeTime, visit.phase == .nobody ? .zero : settings.idle ?? .zero)
    return Timestamp.earlier(idle, visit.lastSign + rest)
  }

  /// - Returns: whether it goes dark now.
  package mutating func advance(to now: Timestamp, _ visit: Visit, _ settings: KioskSettings) -> Bool {
    guard let due = deadline(visit, settings), now >= due else { return false }
    return darken(isOpen ? .idle : .hours)
  }
}
