/// How large the letters of each role are: heights of a capital, mm of the real panel.
///
/// A capital of 6.1 mm is 0.7 degrees at an arm's length of 500 mm; panels under 9 inches are held closer. Easy mode has
/// nothing under 4.8 mm, on any panel. Controls are laid out for these sizes; painting makes a text smaller only where
/// a frame that is given from outside has no room for it.
package struct TypeScale: Hashable, Sendable {
  /// What a screen is about: the title of a sheet, a notice.
  package let title: Double
  /// What is read to choose: buttons, rows, counters.
  package let body: Double
  /// What is read besides.
  package let secondary: Double
  /// px in a mm.
  package let unit: Double

  package init(_ panel: Panel, isEasy: Bool) {
    switch (FurnitureLayout.isSmall(panel), isEasy) {
    case (false, false): (title, body, secondary) = (6.1, 4.4, 3.6)
    case (false, true): (title, body, secondary) = (7, 6.1, 4.8)
    case (true, false): (title, body, secondary) = (4.2, 3.4, 3.2)
    case (true, true): (title, body, secondary) = (5.4, 4.8, 4.8)
    }
    unit = panel.pixelsPerMillimetre
  }
}
