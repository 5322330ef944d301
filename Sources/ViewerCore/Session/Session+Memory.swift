/// Giving memory back: when the picture cannot be seen, when there is no screen, when the machine runs short.
///
/// | | kept | drawn meanwhile | afterwards |
/// |---|---|---|---|
/// | hidden | visible pages | nothing; a visible page that comes late is kept | neighbours at once |
/// | detached | nothing | nothing; what comes late is dropped | all |
/// | pressure | visible pages | visible pages, without a pool | after 30 s neighbours, and the pool |
extension Session {
  /// How long only what is visible is drawn after a warning.
  static let sparing: Duration = .seconds(30)

  /// Memory was short a moment ago.
  package var isSparing: Bool { sparingUntil != nil }

  mutating func setHidden(_ hidden: Bool, at now: Timestamp) {
    guard hidden != isHidden else { return }
    isHidden = hidden
    planIsOld = true
    guard hidden else { return }
    cancelTouches(at: now)
    move(at: now) { $0.finish() }
    trimHidden()
  }

  /// The picture cannot be seen for a while.
  mutating func trimHidden() { trim(.hidden) }

  /// There is no output any more. What is on it was the last to be seen of the document, which stays open.
  mutating func letGo() {
    trim(.detached)
  }

  /// Memory is short.
  mutating func spare(at now: Timestamp) {
    sparingUntil = now + Self.sparing
    trim(.pressure)
  }

  /// All but the visible pages go, or everything when there is no screen; nothing is planned until the next look.
  private mutating func trim(_ reason: TraceEvent.TrimReason) {
    let before = desk.cache.keptBytes
    let outcome = desk.trim(to: reason == .detached ? 0..<0 : visiblePages)
    free(outcome.freed)
    planIsOld = true
    emit(.trace(.trim(reason: reason, before: before, after: desk.cache.keptBytes)))
    for key in outcome.dropped { cancelled(key) }
  }

  /// A render that was wanted will not begin.
  mutating func cancelled(_ key: RenderKey) {
    counters.rendersCancelled += 1
    emit(.trace(.cancelled(key)))
  }

  mutating func free(_ bitmaps: [BitmapID]) {
    for bitmap in bitmaps { emit(.free(bitmap)) }
  }
}
