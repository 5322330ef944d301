/// What a session is told once, at its start.
package struct SessionOptions: Hashable, Sendable {
  package var limits: ZoomLimits
  package var layout: LayoutStyle
  /// Gap between pages; nil for the default of 8 dp.
  package var spacing: Int?
  /// Counted from 0.
  package var firstPage: Int
  /// Bytes for all bitmaps.
  package var budget: Int
  package var gestures: GestureSettings
  /// How many documents there are to go through.
  package var sources: Int
  /// Whether text can be selected.
  package var selects: Bool
  /// All pages are taken to be as large as the first: none is asked for its size.
  package var uniformPages = false
  /// How controls look and which language they speak at first.
  package var look = Look()
  /// Languages that a visitor may choose from, the first of them at first.
  package var languages: [Look.Language] = [.english]
  package var controls = ControlsPlace.off
  /// What sources are called, in their order; what is missing has no name.
  package var names: [String] = []
  /// Copied text is shown as a code for the visitor's phone.
  package var showsCopies = false
  /// Addresses that links may lead to.
  package var links = LinkPermit()
  /// Whether a tap at the left or right edge turns the page.
  package var hasTapZones = false
  /// Whether forms can be filled in.
  package var fillsForms = false
  /// What it does while nobody touches it.
  package var kiosk = KioskSettings()
  /// Gestures on the page that do nothing.
  package var gesturesOff: Set<GestureSwitches.Name> = []

  package init(
    limits: ZoomLimits = ZoomLimits(), layout: LayoutStyle = LayoutStyle(), spacing: Int? = nil,
    firstPage: Int = 0, budget: Int, gestures: GestureSettings = GestureSettings(), sources: Int = 1,
    selects: Bool = true
  ) {
    self.limits = limits
    self.layout = layout
    self.spacing = spacing
    self.firstPage = firstPage
    self.budget = budget
    self.gestures = gestures
    self.sources = sources
    self.selects = selects
  }
}
