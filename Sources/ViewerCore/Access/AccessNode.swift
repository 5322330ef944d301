/// One thing on the screen, as those meet it who do not see it: a page, a link, a button, a field.
package struct AccessNode: Hashable, Sendable {
  package enum Role: String, Hashable, Sendable {
    /// The list of pages.
    case document
    case page, link, button, field, text, row
    /// Controls that belong together: the bar, a sheet, the keyboard.
    case group
  }

  package enum Action: String, Hashable, Sendable {
    case activate, scroll
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

  package static func controlID(_ action: ControlAction) -> String { "control-\(action)" }

  /// The page, counted from 0, that an id of a page or of a link names.
  package static func page(ofID id: String) -> Int? {
    let words = id.split(separator: "-")
    guard words.count >= 2, words[0] == "page" || words[0] == "link", let number = Int(words[1]), number >= 1
    else { return nil }
    return number - 1
  }
}
