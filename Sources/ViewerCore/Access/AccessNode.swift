/// One thing on the screen, as those meet it who do not see it: a page, a link, a button, a field.
package struct AccessNode: Hashable, Sendable {
  package enum Role: String, Hashable, Sendable {
    /// The list of pages.
    case document
    case page, link, button, field, text, row
    /// Fields of a form that are on or off.
    case checkbox, radio
    /// Controls that belong together: the bar, a sheet, the keyboard.
    case group
  }

  package enum Action: String, Hashable, Sendable {
    case activate, scroll
    /// A key that offers relatives of its letter when it is held.
    case hold
  }

  /// The same as long as the thing is on the screen, and when it comes back: made from what it is.
  package var id: String
  package var role: Role
  package var label: Words
  /// A page's words, a field's content, where a counter stands; nil where there is none, or nobody has asked.
  package var value: Words?
  /// px of the upright panel.
  package var bounds: PixelRect
  package var actions: [Action]
  /// The id of what it belongs to; nil for the document and for groups.
  package var parent: String?

  package init(
    id: String, role: Role, label: Words, value: Words? = nil, bounds: PixelRect, actions: [Action] = [],
    parent: String? = nil
  ) {
    self.id = id
    self.role = role
    self.label = label
    self.value = value
    self.bounds = bounds
    self.actions = actions
    self.parent = parent
  }

  package static func pageID(_ page: Int) -> String { "page-\(page + 1)" }
  package static func linkID(page: Int, index: Int) -> String { "link-\(page + 1)-\(index + 1)" }

  package static func fieldID(page: Int, index: Int) -> String { "field-\(page + 1)-\(index + 1)" }

  /// `home`, `next-page`, `row-3` of the contents, `thumbnail-12`, `language-de`, `key-e`: words that scripts may use.
  package static func controlID(_ action: ControlAction) -> String {
    switch action {
    case .outlineRow(let row): "row-\(row + 1)"
    case .thumbnail(let page): "thumbnail-\(page + 1)"
    case .line(let line): "line-\(line + 1)"
    case .tryAgain(let page): "retry-\(page + 1)"
    case .language(let language): "language-\(language.rawValue)"
    case .key(.character(let character)): "key-\(character)"
    case .key(let key): "key-\(hyphenated("\(key)"))"
    default: hyphenated("\(action)")
    }
  }

  /// `nextPage` as `next-page`.
  private static func hyphenated(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += "-" }
      result += character.lowercased()
    }
    return result
  }

  /// The page, counted from 0, that an id of a page, or of something on one, names.
  package static func page(ofID id: String) -> Int? {
    let words = id.split(separator: "-")
    guard words.count >= 2, ["page", "link", "retry", "field"].contains(words[0]), let number = Int(words[1]),
      number >= 1
    else { return nil }
    return number - 1
  }
}
