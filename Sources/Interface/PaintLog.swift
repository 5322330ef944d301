/// What was written while something was painted: for tests, and for the eye that looks after type.
final class PaintLog {
  struct Text: Hashable {
    var text: String
    /// Height of its capitals as they were drawn, px.
    var capital: Double
    /// Of the first run, 0xRRGGBB.
    var color: UInt32
    /// Whether something was left out for want of room.
    var isCut: Bool
    /// Whether a line had to end inside a word.
    var isBroken: Bool
    var lines: Int
    /// What its letters cover, px from the bitmap's upper left.
    var ink: Box
  }

  private(set) var texts: [Text] = []

  func note(_ text: Text) { texts.append(text) }
}
