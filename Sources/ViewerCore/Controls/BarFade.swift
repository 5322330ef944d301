/// When the bar of controls shows: it comes with a tap on the page, stays while it is touched, and goes 3 s after the
/// last touch.
///
/// | state | opacity |
/// |---|---|
/// | hidden | 0 |
/// | shown | rises for 150 ms, stays for 3 s after the last touch, falls for 150 ms |
/// | leaving (a tap on the page sent it away) | falls for 150 ms |
///
/// Where it must always be within reach (for who cannot see it go, or could not tap to bring it back) it stays.
package struct BarFade: Hashable, Sendable {
  package static let delay = Duration.milliseconds(3000)
  package static let length = Duration.milliseconds(150)

  private enum State: Hashable, Sendable {
    case hidden
    case shown(since: Timestamp, touched: Timestamp, isHeld: Bool)
    case leaving(since: Timestamp)
  }

  /// How long it takes to come and go; zero where nothing is to move.
  private let length: Duration
  private var state = State.hidden
  /// It never goes.
  package private(set) var stays = false

  package init(reducesMotion: Bool = false) {
    length = reducesMotion ? .zero : Self.length
  }

  /// Shows it, for 3 s from now on.
  package mutating func show(at now: Timestamp) {
    if isUp(at: now), case .shown(let since, _, let isHeld) = state {
      state = .shown(since: since, touched: now, isHeld: isHeld)
    } else {
      // What is half gone comes back from there.
      let share = share(at: now)
      let passed = Duration.microseconds(Int64(length.seconds * share * 1_000_000))
      state = .shown(since: now - passed, touched: now, isHeld: false)
    }
  }

  /// From now on it stays, or goes again.
  package mutating func setStays(_ stays: Bool, at now: Timestamp) {
    guard stays != self.stays else { return }
    // Where it has stayed so far, its 3 s begin now.
    show(at: now)
    self.stays = stays
  }

  package mutating func hide(at now: Timestamp) {
    guard isUp(at: now), !stays else { return }
    state = .leaving(since: now)
  }

  /// A finger is down: it stays.
  package mutating func hold(at now: Timestamp) {
    guard isUp(at: now), case .shown(let since, _, _) = state else { return }
    state = .shown(since: since, touched: now, isHeld: true)
  }

  package mutating func release(at now: Timestamp) {
    guard case .shown(let since, _, true) = state else { return }
    state = .shown(since: since, touched: now, isHeld: false)
  }

  /// Whether it is there to be touched: not once it has begun to go.
  package func isUp(at now: Timestamp) -> Bool {
    guard case .shown(_, let touched, let isHeld) = state else { return false }
    return stays || isHeld || now < touched + Self.delay
  }

  /// 0 gone, 255 solid.
  package func opacity(at now: Timestamp) -> UInt8 { UInt8((255 * share(at: now)).rounded()) }

  /// When time alone will next change it; nil when it has gone or is held.
  package func nextChange(after now: Timestamp) -> Timestamp? {
    switch state {
    case .hidden: return nil
    case .leaving(let since): return now < since + length ? now : nil
    case .shown(let since, let touched, let isHeld):
      if now < since + length { return now }
      if isHeld || stays { return nil }
      let end = touched + Self.delay
      // Without a fade it is gone at once: that is one change.
      if now < end { return end }
      return now < end + length ? now : nil
    }
  }

  private func share(at now: Timestamp) -> Double {
    switch state {
    case .hidden: return 0
    case .leaving(let since): return 1 - passed(since: since, at: now)
    case .shown(let since, let touched, let isHeld):
      let risen = passed(since: since, at: now)
      return stays || isHeld || now < touched + Self.delay
        ? risen : 1 - passed(since: touched + Self.delay, at: now)
    }
  }

  private func passed(since start: Timestamp, at now: Timestamp) -> Double {
    guard length > .zero else { return 1 }
    return min(max((now - start).seconds / length.seconds, 0), 1)
  }
}
