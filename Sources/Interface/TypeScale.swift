import ViewerCore

/// How large the letters of each role are: heights of a capital, mm of the real panel.
///
/// A capital of 6.1 mm is 0.7 degrees at an arm's length of 500 mm; panels under 9 inches are held closer. Frames that
/// are too small for a text make it smaller (`TextBlock`).
struct TypeScale: Hashable {
  /// What a screen is about: the title of a sheet, a notice.
  let title: Double
  /// What is read to choose: buttons, rows, counters.
  let body: Double
  /// What is read besides.
  let secondary: Double
  /// px in a mm.
  let unit: Double

  init(_ panel: Panel, isEasy: Bool) {
    switch (FurnitureLayout.isSmall(panel), isEasy) {
    case (false, false): (title, body, secondary) = (6.1, 4.4, 3.6)
    case (false, true): (title, body, secondary) = (7, 6.1, 4.8)
    case (true, false): (title, body, secondary) = (4.2, 3.4, 3.2)
    case (true, true): (title, body, secondary) = (4.8, 4.4, 4.8 * 0.7)
    }
    unit = panel.pixelsPerMillimetre
  }

  /// Regular, medium and semibold of Inter.
  static let regular: UInt32 = 400
  static let medium: UInt32 = 500
  static let semibold: UInt32 = 600
}
