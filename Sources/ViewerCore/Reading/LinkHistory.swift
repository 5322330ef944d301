/// The places that links, sheets and searches have led away from, so that there is a way back.
package struct LinkHistory: Hashable, Sendable {
  /// What the panel showed: exactly there the way back leads.
  package struct Place: Hashable, Sendable {
    /// Counted from 0.
    package var page: Int
    /// What lies at the panel's top left, in points of the page.
    package var point: Point
    package var zoom: Double

    package init(page: Int, point: Point, zoom: Double) {
      self.page = page
      self.point = point
      self.zoom = zoom
    }
  }

  /// The oldest is forgotten beyond so many.
  package static let limit = 64

  private var past: [Place] = []
  private var future: [Place] = []
  /// The search that goes on has led away already.
  private var hasLeftForSearch = false

  package init() {}

  package var canGoBack: Bool { !past.isEmpty }
  package var canGoForward: Bool { !future.isEmpty }

  /// A link leads away from here; what lay ahead is forgotten.
  package mutating func leave(_ place: Place) {
    future = []
    past.append(place)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// A search leads away: of all its jumps only the first is one to come back from.
  package mutating func leaveForSearch(_ place: Place) {
    guard !hasLeftForSearch else { return }
    hasLeftForSearch = true
    leave(place)
  }

  package mutating func searchEnded() { hasLeftForSearch = false }

  /// - Parameter here: where a way forward would lead.
  package mutating func back(from here: Place) -> Place? {
    guard let place = past.popLast() else { return nil }
    future.append(here)
    return place
  }

  package mutating func forward(from here: Place) -> Place? {
    guard let place = future.popLast() else { return nil }
    past.append(here)
    return place
  }
}
