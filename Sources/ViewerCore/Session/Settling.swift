/// Notices when the view has come to rest: first for tiles, a little later for those who listen.
package struct Settling: Hashable, Sendable {
  /// Tiles are drawn 80 ms after the last change of zoom or offset.
  package static let tiles: Duration = .milliseconds(80)
  /// The `viewport` event follows after 100 ms.
  package static let report: Duration = .milliseconds(100)

  private var lastChange: Timestamp?
  private var tilesDue = false
  private var reportDue = false
  package private(set) var isSettled = false

  package init() {}

  package mutating func changed(at now: Timestamp) {
    lastChange = now
    isSettled = false
    tilesDue = true
    reportDue = true
  }

  package var deadline: Timestamp? {
    guard let lastChange else { return nil }
    if tilesDue { return lastChange + Self.tiles }
    return reportDue ? lastChange + Self.report : nil
  }

  /// - Returns: whether tiles may be drawn from now on, and whether the view is to be reported.
  package mutating func advance(to now: Timestamp) -> (tiles: Bool, report: Bool) {
    guard let lastChange else { return (false, false) }
    var due = (tiles: false, report: false)
    if tilesDue, now >= lastChange + Self.tiles {
      tilesDue = false
      isSettled = true
      due.tiles = true
    }
    if reportDue, now >= lastChange + Self.report {
      reportDue = false
      due.report = true
    }
    return due
  }
}
