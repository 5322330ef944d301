/// How large controls are on a panel, px; every length is a millimetre's of the real panel.
///
/// A target is 15 mm and 3 mm from the next; panels under 9 inches are held closer: 11 and 2 mm. Where things do not
/// fit there are fewer of them, never smaller ones.
package struct ControlMetrics: Hashable, Sendable {
  package let panel: Panel
  package let isEasy: Bool
  package let isSmall: Bool

  package init(_ panel: Panel, isEasy: Bool = false) {
    self.panel = panel
    self.isEasy = isEasy
    isSmall = FurnitureLayout.isSmall(panel)
  }

  /// The least side of what a finger can take.
  package var target: Int { pixels(isSmall ? 11 : 15) }
  /// Between two targets.
  package var gap: Int { pixels(isSmall ? 2 : 3) }
  /// Between what floats and the panel's edges.
  package var margin: Int { pixels(FurnitureLayout.margin) }
  /// Between a ground's edge and what stands on it.
  package var padding: Int { gap }
  /// A button of the bar, larger in easy mode.
  package var barTarget: Int { isEasy ? pixels(isSmall ? 13 : 18) : target }
  /// The height of a button of the bar with a word under its icon.
  package var labelledHeight: Int { pixels(isSmall ? 16 : 21) }
  /// The height of a row of a list, with the gap to the next; in easy mode two lines of its large letters fit.
  package var rowHeight: Int { isEasy ? pixels(isSmall ? 17 : 22) : target + gap }
  package var line: Int { max(1, pixels(0.3)) }
  /// mm that a finger may stray from where it landed.
  package static let reach = 3.5
  package var reach: Double { Self.reach * panel.pixelsPerMillimetre }

  package func pixels(_ millimetres: Double) -> Int { panel.pixels(millimetres: millimetres) }
}
