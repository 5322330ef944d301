/// A field that the reader types into, on a bar over the keyboard: what to search for, or which page to go to.
package struct EntryState: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case search, page
    /// A text of a form, by its field's number.
    case field(Int)
    /// What opens the document.
    case password

    /// Something of the visitor's own is typed, not a name of something that is here.
    package var isForm: Bool {
      switch self {
      case .field, .password: true
      case .search, .page: false
      }
    }

    /// As the trace calls it.
    var name: String {
      switch self {
      case .search: "search"
      case .page: "go-to-page"
      case .field: "field"
      case .password: "password"
      }
    }
  }

  /// A search begins when nothing was typed for so long.
  package static let pause = Duration.milliseconds(400)

  package let purpose: Purpose
  package var text = ""
  package var keyboard: KeyboardState
  /// The keyboard is up.
  package private(set) var isTyping = true
  /// 1 = the keyboard is below the panel, 0 = it stands on the edge.
  package private(set) var slide: Slide
  /// It is on its way out and takes no touches.
  package private(set) var isClosing = false
  /// When the text last changed without being searched for.
  package var editedAt: Timestamp?
  /// There is no page of this name.
  package var missingPage: String?

  package init(_ purpose: Purpose, keyboard: KeyboardState, at now: Timestamp, reducesMotion: Bool) {
    self.purpose = purpose
    self.keyboard = keyboard
    slide = Slide(from: 1, to: 0, since: now, reducesMotion: reducesMotion)
  }

  package mutating func setTyping(_ isTyping: Bool, at now: Timestamp, reducesMotion: Bool) {
    guard isTyping != self.isTyping else { return }
    self.isTyping = isTyping
    keyboard.closeOffer()
    slide = Slide(
      from: slide.position(at: now), to: isTyping ? 0 : 1, since: now, reducesMotion: reducesMotion)
  }

  package mutating func close(at now: Timestamp, reducesMotion: Bool) {
    setTyping(false, at: now, reducesMotion: reducesMotion)
    isClosing = true
    editedAt = nil
  }

  /// When what was typed is searched for.
  package var searchDue: Timestamp? { editedAt.map { $0 + Self.pause } }
}
