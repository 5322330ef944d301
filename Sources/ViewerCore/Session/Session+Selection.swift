/// Selecting text: a long press, two handles, what may be done with it.
extension Session {
  /// Lets the selection have a gesture first.
  /// - Returns: whether it was the selection's.
  mutating func selectionTakes(_ event: GestureEvent, at now: Timestamp) -> Bool { false }

  mutating func selectionTook(_ page: Int, _ text: PageText, at now: Timestamp) {}

  /// The page whose words the selection waits for, before anything else is done.
  var textWantedForSelection: Int? { nil }

  func selectionHighlights(of page: Int, frame: PixelRect) -> [SceneHighlight] { [] }

  func furnishSelection(_ scene: inout Scene, at now: Timestamp) {}

  mutating func clearSelection(at now: Timestamp) {}
  mutating func selectAll(at now: Timestamp) {}
  mutating func copySelection(at now: Timestamp) {}
  /// What is selected, as it would be copied; nil when nothing is.
  var selectedText: String? { nil }
}
