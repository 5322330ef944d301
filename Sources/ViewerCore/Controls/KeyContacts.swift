/// Fingers on the keyboard. They are told apart from those that make gestures, so that two thumbs can type: a key
/// whose finger is still down when the next one lands counts at once, and letters come in the order they were meant.
package struct KeyContacts: Hashable, Sendable {
  private struct Finger: Hashable, Sendable {
    var contact: ContactID
    /// Nil between keys, and once it has slid off or counted.
    var key: KeyboardKey?
    var start: Point
    var began: Timestamp
    var isPressed = false
    /// Its key has relatives, which it gets by resting on it.
    var canHold = false
    /// They are offered: it may slide to one of them.
    var isChoosing = false
    /// The one that it has slid to.
    var choice: KeyboardKey?
  }

  private var fingers: [Finger] = []
  private var lastLift: (place: Point, time: Timestamp)? {
    get { liftPlace.map { ($0, liftTime) } }
    set {
      liftPlace = newValue?.place
      liftTime = newValue?.time ?? .zero
    }
  }
  private var liftPlace: Point?
  private var liftTime = Timestamp.zero

  package init() {}

  package var isTouching: Bool { !fingers.isEmpty }

  /// Keys that are drawn darker.
  package var pressed: [KeyboardKey] {
    fingers.isEmpty ? [] : fingers.compactMap { $0.isChoosing ? $0.choice : $0.isPressed ? $0.key : nil }
  }

  func deadline(_ settings: GestureSettings) -> Timestamp? {
    var next: Timestamp?
    for finger in fingers where finger.key != nil {
      if !finger.isPressed {
        next = Timestamp.earlier(next, finger.began + .milliseconds(settings.pressTime))
      }
      if finger.canHold {
        next = Timestamp.earlier(next, finger.began + .milliseconds(settings.longPressTime))
      }
    }
    return next
  }

  /// - Returns: the key that a finger has rested on for so long that its relatives are offered: it types nothing itself.
  @discardableResult
  mutating func advance(to now: Timestamp, _ settings: GestureSettings) -> KeyboardKey? {
    var held: KeyboardKey?
    for index in fingers.indices {
      let began = fingers[index].began
      if now >= began + .milliseconds(settings.pressTime) { fingers[index].isPressed = true }
      guard fingers[index].canHold, let key = fingers[index].key,
        now >= began + .milliseconds(settings.longPressTime)
      else { continue }
      held = key
      fingers[index].key = nil
      fingers[index].isChoosing = true
    }
    return held
  }

  func has(_ contact: ContactID) -> Bool { fingers.contains { $0.contact == contact } }

  /// A finger lands on the keyboard.
  /// - Parameters:
  ///   - key: the one under it; nil between keys.
  ///   - canHold: resting on it offers relatives of its letter.
  ///   - reach: px within which a finger that has just lifted comes back by bouncing.
  /// - Returns: keys that count now: those of fingers that are still down.
  mutating func land(
    _ contact: ContactID, on key: KeyboardKey?, canHold: Bool = false, at place: Point, now: Timestamp,
    reach: Double, _ settings: GestureSettings
  ) -> [KeyboardKey] {
    let bounces =
      lastLift.map {
        now - $0.time < .milliseconds(settings.bounceTime) && place.distance(to: $0.place) < reach
      } ?? false
    var taken: [KeyboardKey] = []
    for index in fingers.indices {
      if let key = fingers[index].key { taken.append(key) }
      fingers[index].key = nil
    }
    fingers.append(
      Finger(contact: contact, key: bounces ? nil : key, start: place, began: now, canHold: canHold))
    return taken
  }

  /// - Parameters:
  ///   - reach: px that a finger may stray.
  ///   - choice: what lies under it of the relatives that are offered.
  mutating func move(_ contact: ContactID, to place: Point, reach: Double, choice: KeyboardKey? = nil) {
    guard let index = fingers.firstIndex(where: { $0.contact == contact }) else { return }
    if fingers[index].isChoosing { fingers[index].choice = choice }
    if place.distance(to: fingers[index].start) > reach { fingers[index].key = nil }
  }

  /// - Returns: the key that counts.
  mutating func lift(_ contact: ContactID, at now: Timestamp) -> KeyboardKey? {
    guard let index = fingers.firstIndex(where: { $0.contact == contact }) else { return nil }
    let finger = fingers.remove(at: index)
    if finger.isChoosing { return finger.choice }
    if finger.key != nil { lastLift = (finger.start, now) }
    return finger.key
  }

  mutating func cancel(_ contact: ContactID) { fingers.removeAll { $0.contact == contact } }

  /// The keyboard goes: no finger on it means anything any more.
  mutating func cancelAll() { fingers = [] }
}
