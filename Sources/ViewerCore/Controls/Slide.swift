/// Something that slides from one place to another within 180 ms, slower and slower; places are shares of its way.
package struct Slide: Hashable, Sendable {
  package static let length = Duration.milliseconds(180)

  private let start: Double
  /// Where it ends.
  package let target: Double
  private let since: Timestamp
  private let length: Duration

  /// - Parameter reducesMotion: it is at its end at once.
  package init(from start: Double, to target: Double, since: Timestamp, reducesMotion: Bool = false) {
    self.start = start
    self.target = target
    self.since = since
    length = reducesMotion || start == target ? .zero : Self.length
  }

  package func position(at now: Timestamp) -> Double {
    guard isMoving(at: now) else { return target }
    let left = 1 - max(0, (now - since).seconds / length.seconds)
    return target + (start - target) * left * left * left
  }

  package func isMoving(at now: Timestamp) -> Bool { now < since + length }
}
