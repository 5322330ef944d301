/// Links, and the way back from where they led.
extension Session {
  /// Whether a tap here takes a link, so that it need not wait for a second one.
  func hasLink(near place: Point) -> Bool { false }

  /// Takes the link within a fingertip of a place.
  /// - Returns: whether there was one.
  mutating func followLink(near place: Point, at now: Timestamp) -> Bool { false }

  var canGoBack: Bool { false }

  mutating func goBack(at now: Timestamp) {}
}
