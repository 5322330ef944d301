/// How long pages of a document take from being handed out to being here: a mean in which the latest counts a quarter.
///
/// In the session's own time, so that a replay in which rendering takes none plans as if all came at once.
package struct RenderPace: Hashable, Sendable {
  /// One page that is slow beyond all others says little about the next.
  private static let longest: Duration = .seconds(2)

  /// Zero until a page has come.
  package private(set) var estimate: Duration = .zero
  private var isEmpty = true

  package init() {}

  package mutating func record(_ time: Duration) {
    let time = min(max(time, .zero), Self.longest)
    estimate = isEmpty ? time : .microseconds((3 * estimate.microseconds + time.microseconds) / 4)
    isEmpty = false
  }
}
