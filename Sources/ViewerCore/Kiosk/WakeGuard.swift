/// Contacts that do nothing: those that woke a dark panel, and those whose taps only ended a show.
///
/// Such a contact is eaten whole, from down to up: whoever touches a dark panel cannot know what is under the finger.
/// The very next one works.
package struct WakeGuard: Hashable, Sendable {
  private var eaten: Set<ContactID> = []

  package init() {}

  /// All contacts that land in this frame are eaten.
  package mutating func eat(_ frame: TouchFrame) {
    for change in frame.changes where change.phase == .down {
      eaten.insert(ContactID(device: frame.device, slot: change.slot))
    }
  }

  /// The frame without what is eaten.
  package mutating func filter(_ frame: TouchFrame) -> TouchFrame {
    guard !eaten.isEmpty else { return frame }
    var rest = frame
    rest.changes = []
    for change in frame.changes {
      let contact = ContactID(device: frame.device, slot: change.slot)
      guard eaten.contains(contact) else {
        rest.changes.append(change)
        continue
      }
      if change.phase == .up || change.phase == .cancel { eaten.remove(contact) }
    }
    return rest
  }
}
