/// What controls look like: everything that their painting depends on, but for theme and language.

/// A ground that other things stand on.
package enum Surface: Hashable, Sendable {
  case bar, card, keyboard
  /// The upper edge of a sheet with its round corners, and all that lies below: even, which costs nothing to keep.
  case sheet, sheetBody
  /// The small bar beside a selection.
  case floating
  /// What darkens the page under a sheet.
  case scrim
  /// The grip at a sheet's upper edge.
  case grip
  /// A hairline between rows or between the buttons of a bar.
  case line(on: LineGround)

  package enum LineGround: Hashable, Sendable { case bar, sheet }
}

package enum Icon: Hashable, Sendable, CaseIterable {
  case home, contents, pages, search, minus, plus, speaker, back, close, up, down, shift, delete, globe, check
  /// Chevrons to the page before and after.
  case previous, next
}

package struct ButtonFace: Hashable, Sendable {
  package enum Style: Hashable, Sendable {
    /// On the dark bar, without a ground of its own.
    case bar
    /// On a sheet, with a soft ground.
    case sheet
    /// Amber: the main action.
    case accent
  }

  package var icon: Icon?
  package var label: Words?
  package var style: Style
  package var isPressed: Bool
  package var isEnabled: Bool

  package init(
    icon: Icon? = nil, label: Words? = nil, style: Style, isPressed: Bool = false, isEnabled: Bool = true
  ) {
    self.icon = icon
    self.label = label
    self.style = style
    self.isPressed = isPressed
    self.isEnabled = isEnabled
  }
}

package struct TextFace: Hashable, Sendable {
  package enum Role: Hashable, Sendable {
    case title, body, secondary
    /// The page and match counters on the bar: the number strong, the rest soft.
    case counter
  }
  package enum Alignment: Hashable, Sendable { case leading, centre, trailing }

  package var words: Words
  package var role: Role
  package var alignment: Alignment
  /// On the dark bar rather than on a sheet.
  package var isOnBar: Bool

  package init(_ words: Words, role: Role, alignment: Alignment = .leading, isOnBar: Bool = false) {
    self.words = words
    self.role = role
    self.alignment = alignment
    self.isOnBar = isOnBar
  }
}

/// A field for text on the dark bar.
package struct FieldFace: Hashable, Sendable {
  package var text: String
  /// Characters before the caret; nil while the field has no focus.
  package var caret: Int?
  package var placeholder: Phrase

  package init(text: String, caret: Int?, placeholder: Phrase) {
    self.text = text
    self.caret = caret
    self.placeholder = placeholder
  }
}

package struct KeyFace: Hashable, Sendable {
  package enum Cap: Hashable, Sendable {
    case text(String)
    case icon(Icon)
    case words(Phrase)
    case blank
  }
  package enum Style: Hashable, Sendable { case letter, special, accent }

  package var cap: Cap
  package var style: Style
  package var isPressed: Bool
  /// Shift is held, or locked.
  package var isOn: Bool

  package init(_ cap: Cap, style: Style, isPressed: Bool = false, isOn: Bool = false) {
    self.cap = cap
    self.style = style
    self.isPressed = isPressed
    self.isOn = isOn
  }
}

/// A row of a list on a sheet: a chapter, a language.
package struct RowFace: Hashable, Sendable {
  package var title: Words
  package var detail: String
  /// 0 = top level.
  package var depth: Int
  package var isCurrent: Bool
  package var isPressed: Bool

  package init(title: Words, detail: String, depth: Int, isCurrent: Bool, isPressed: Bool) {
    self.title = title
    self.detail = detail
    self.depth = depth
    self.isCurrent = isCurrent
    self.isPressed = isPressed
  }
}

/// A page of the page grid: its paper with a shadow, and its label below. The picture lies over it.
package struct PageTileFace: Hashable, Sendable {
  package var label: String
  /// The paper's place within the tile, px.
  package var paper: PixelRect
  package var isCurrent: Bool
  package var isPressed: Bool

  package init(label: String, paper: PixelRect, isCurrent: Bool, isPressed: Bool) {
    self.label = label
    self.paper = paper
    self.isCurrent = isCurrent
    self.isPressed = isPressed
  }
}
