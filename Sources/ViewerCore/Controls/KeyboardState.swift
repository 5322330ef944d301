/// What the viewer's own keyboard shows and what its keys do to a text.
package struct KeyboardState: Hashable, Sendable {
  package enum Shift: Hashable, Sendable {
    case off
    /// For one letter.
    case once
    case locked
  }
  package enum Plane: Hashable, Sendable {
    case letters
    /// Figures in place of letters, where there is no room for a row of them.
    case figures
    /// A pad of figures, for a page's number.
    case pad
  }

  /// Two touches of shift within this time lock it.
  static let doubleTap = Duration.milliseconds(400)
  /// Characters that a text may have.
  static let longest = 120
  static let longestField = 2000

  package var language: Look.Language
  package private(set) var languages: [Look.Language]
  package private(set) var shift = Shift.off
  package private(set) var plane: Plane
  /// Pages have names with letters in them: there is a way from the pad to letters.
  package private(set) var offersLetters: Bool
  /// The letter whose relatives are offered in a row of their own.
  package private(set) var offered: Character?
  /// Every sign can be typed, and the last key ends the typing.
  package let isForFields: Bool
  private var lastShift: Timestamp?

  package init(
    language: Look.Language, languages: [Look.Language], plane: Plane = .letters,
    offersLetters: Bool = true, isForFields: Bool = false
  ) {
    self.isForFields = isForFields
    self.language = language
    self.languages = languages
    self.plane = plane
    self.offersLetters = offersLetters
    startsWithPad = plane == .pad
  }

  /// The way back from letters is to the pad.
  private let startsWithPad: Bool
  package var returnsToPad: Bool { startsWithPad }

  /// The language that the layer key leads to.
  package var nextLanguage: Look.Language {
    guard let index = languages.firstIndex(of: language) else { return languages.first ?? language }
    return languages[(index + 1) % languages.count]
  }

  package enum Outcome: Hashable, Sendable {
    case nothing, edited, accepted
  }

  /// Does what a key does.
  package mutating func press(_ key: KeyboardKey, into text: inout String, at now: Timestamp)
    -> Outcome
  {
    if key != .shift { lastShift = nil }
    offered = nil
    switch key {
    case .character(let character):
      return type(shift == .off ? character : Self.upper(character), into: &text)
    case .space:
      return type(" ", into: &text)
    case .delete:
      guard !text.isEmpty else { return .nothing }
      text.removeLast()
      return .edited
    case .shift:
      if let last = lastShift, now - last < Self.doubleTap, shift == .once {
        shift = .locked
      } else {
        shift = shift == .off ? .once : .off
      }
      lastShift = now
    case .layer:
      shift = .off
      if startsWithPad {
        plane = plane == .pad ? .letters : .pad
      } else {
        language = nextLanguage
        plane = .letters
      }
    case .figures:
      plane = plane == .figures ? .letters : .figures
    case .accept:
      return .accepted
    }
    return .nothing
  }

  /// Relatives of a letter that a long press offers, in small letters.
  package func variants(of key: KeyboardKey) -> [Character] {
    guard plane != .pad, case .character(let character) = key else { return [] }
    return KeyVariants.of(character, language)
  }

  /// Offers the relatives of a key's letter until the next key.
  /// - Returns: whether there are any.
  @discardableResult
  package mutating func offerVariants(of key: KeyboardKey) -> Bool {
    guard case .character(let character) = key, !variants(of: key).isEmpty else { return false }
    offered = character
    return true
  }

  package mutating func closeOffer() { offered = nil }

  private mutating func type(_ character: Character, into text: inout String) -> Outcome {
    if shift == .once { shift = .off }
    guard text.count < (isForFields ? Self.longestField : Self.longest) else { return .nothing }
    text.append(character)
    return .edited
  }

  /// The capital; a letter whose capital is two letters stays as it is.
  static func upper(_ character: Character) -> Character {
    let upper = String(character).uppercased()
    return upper.count == 1 ? upper.first ?? character : character
  }
}
