/// How a kiosk looks after itself while nobody touches it.
package struct KioskSettings: Hashable, Sendable {
  /// How a dark panel is made dark.
  package enum Darkness: String, Hashable, Sendable, CaseIterable {
    /// The panel's own power: its backlight goes with it.
    case power
    /// A black picture, for panels whose touches go with the backlight.
    case black
  }

  /// Without a sign of the visitor for so long, whether anybody is still there is asked; nil never.
  package var idle: Duration?
  /// For so long an answer is waited for (WCAG 2.2.1: at least 20 s).
  package var patience: Duration = .seconds(20)
  /// Without a sign of anybody for so long the panel goes dark; nil never.
  package var blankAfter: Duration?
  package var darkness = Darkness.power
  /// When the panel is lit; nil always.
  package var hours: WeeklyHours?
  package var attract = Attract()
  /// Between questions whether the document that is shown is still the latest; nil for never.
  package var revalidateEvery: Duration?

  package init() {}

  /// Outside its hours a panel that was woken stays lit for so long after the last touch.
  package static let wakeTime: Duration = .seconds(60)
}

/// What the kiosk shows by itself to draw people near.
package struct Attract: Hashable, Sendable {
  package enum Subject: String, Hashable, Sendable, CaseIterable {
    /// Page after page of each document.
    case pages
    /// The first page of each document.
    case documents
  }

  /// Nil for nothing.
  package var subject: Subject?
  /// Without a sign of anybody for so long it begins.
  package var after: Duration = .seconds(60)
  /// For so long each picture stays.
  package var every: Duration = .seconds(10)

  package init() {}
}
