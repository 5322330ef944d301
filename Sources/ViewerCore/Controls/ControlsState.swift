/// What of the viewer's own controls is open, where fingers hold it, and how it is laid out.
///
/// What is laid out is kept until something that it depends on changes, so that frames cost nothing but its drawing.
package struct ControlsState: Sendable {
  var bar = BarFade()
  var sheet: SheetState?
  var entry: EntryState?
  var card: Card?
  /// The last document that the bar has shown itself for.
  var documentShown: UInt32 = 0
  /// The last document that asked for its password.
  var passwordAsked: UInt32 = 0
  /// A document has been opening since.
  var openingSince: Timestamp?
  /// How much of a document that is opening has come, in 1/256.
  var progress: UInt8 = 0
  /// When that was last told.
  var progressTold: Timestamp?

  var touch: ControlTouch?
  /// The button on a page itself that a finger rests on.
  var pressedOnPage: ControlAction?
  /// The gesture under way began on a control: all that comes of it is the controls'.
  var ownsGesture = false
  /// How far the list was scrolled when the finger landed, px.
  var heldOffset = 0.0
  var keys = KeyContacts()
  /// Where and when a control was last taken, for fingers that bounce.
  var lastTaken: (place: Point, time: Timestamp)?
  /// Pages of the grid that are at least partly seen.
  var pagesShown = 0..<0
  /// How much of the lower edge the page has been told of, px.
  var obscured = 0

  private(set) var barLayer = ControlLayer()
  private(set) var sheetLayer = ControlLayer()
  private(set) var sheetFrame: SheetFrame?
  private(set) var entryLayer = ControlLayer()
  private(set) var keyboardLayer = ControlLayer()
  private(set) var cardLayer = ControlLayer()
  private var barFacts: BarFacts?
  private var sheetFacts: SheetFacts?
  private var entryFacts: EntryFacts?
  private var keyboardFacts: KeyboardFacts?
  private var cardFacts: CardFacts?

  package init(reducesMotion: Bool = false) {
    bar = BarFade(reducesMotion: reducesMotion)
  }

  // MARK: Laying out

  mutating func layBar(_ facts: BarFacts) {
    guard facts != barFacts else { return }
    barFacts = facts
    barLayer = BarLayout.layer(facts)
  }

  mutating func laySheet(_ facts: SheetFacts) {
    guard facts != sheetFacts else { return }
    sheetFacts = facts
    sheetFrame = SheetLayout.frame(facts)
    sheetLayer = SheetLayout.layer(facts)
  }

  mutating func layEntry(_ facts: EntryFacts, keyboard: KeyboardFacts) {
    if keyboard != keyboardFacts {
      keyboardFacts = keyboard
      // The bar stands on the keyboard.
      if keyboardLayer.ground != KeyboardLayout.layer(keyboard).ground { entryFacts = nil }
      keyboardLayer = KeyboardLayout.layer(keyboard)
    }
    guard facts != entryFacts else { return }
    entryFacts = facts
    entryLayer = EntryBar.layer(facts, keyboard: keyboardLayer.ground.height)
  }

  mutating func layCard(_ facts: CardFacts?) {
    guard facts != cardFacts else { return }
    cardFacts = facts
    cardLayer = facts.map(CardLayout.layer) ?? ControlLayer()
  }

  /// What is no longer open is forgotten.
  mutating func drop(at now: Timestamp) {
    if let sheet, sheet.isClosing, !sheet.slide.isMoving(at: now) {
      self.sheet = nil
      sheetFacts = nil
      sheetLayer = ControlLayer()
    }
    if let entry, entry.isClosing, !entry.slide.isMoving(at: now) {
      self.entry = nil
      entryFacts = nil
      keyboardFacts = nil
      entryLayer = ControlLayer()
      keyboardLayer = ControlLayer()
    }
  }

  // MARK: Open

  /// A sheet that takes touches.
  var openSheet: SheetState? { sheet.flatMap { $0.isClosing ? nil : $0 } }
  /// A field that takes touches.
  var openEntry: EntryState? { entry.flatMap { $0.isClosing ? nil : $0 } }
  /// Keys can be pressed.
  var isTyping: Bool { openEntry?.isTyping ?? false }

  /// The bar with the field, where it rests: on the keyboard or at the edge.
  var entryRest: Int { isTyping ? 0 : keyboardLayer.ground.height }

  // MARK: Time

  /// The next moment at which a timer of the controls is due.
  func deadline(_ settings: GestureSettings) -> Timestamp? {
    Timestamp.earlier(
      Timestamp.earlier(touch?.pressDue(after: settings.pressTime), keys.deadline(settings)),
      Timestamp.earlier(entry?.searchDue, loadingDue))
  }

  /// When a document that has not opened yet gets its card.
  var loadingDue: Timestamp? {
    guard card == nil, let openingSince else { return nil }
    return openingSince + .milliseconds(400)
  }

  /// When they will next look different although nothing happens.
  func nextChange(after now: Timestamp) -> Timestamp? {
    if sheet?.isMoving(at: now) ?? false || entry?.slide.isMoving(at: now) ?? false { return now }
    return bar.nextChange(after: now)
  }

  /// A finger that has just lifted here and comes back is the same touch.
  func isBounce(at place: Point, now: Timestamp, reach: Double, _ settings: GestureSettings) -> Bool {
    guard let lastTaken else { return false }
    return now - lastTaken.time < .milliseconds(settings.bounceTime)
      && place.distance(to: lastTaken.place) < reach
  }
}
