/// What a control does when it is taken: by a finger, a key, or a client of the text channel.
package enum ControlAction: Hashable, Sendable {
  case home
  case contents
  case pages
  case search
  case smaller, larger
  case readAloud
  /// To where a link led away from.
  case back
  case nextPage, previousPage
  /// The dialog that asks for a page.
  case goToPage
  /// Closes whatever is open on top.
  case close
  case copy, selectAll, searchSelection
  case nextMatch, previousMatch
  /// The sheet of languages, and one of them.
  case languages
  case language(Look.Language)
  /// A row of the outline, counted from 0.
  case outlineRow(Int)
  /// A line of a form's list, counted from 0.
  case line(Int)
  /// A page of the page grid, counted from 0.
  case thumbnail(Int)
  case key(KeyboardKey)
  /// Into the search field again: its keyboard comes back.
  case searchField
  /// The visitor is still there, or has gone.
  case moreTime, startOver
  /// A page that could not be drawn, counted from 0.
  case tryAgain(Int)
}

/// A key of the viewer's own keyboard.
package enum KeyboardKey: Hashable, Sendable {
  case character(Character)
  case space
  case delete
  case shift
  /// Another language of the keyboard, or letters in place of a number pad.
  case layer
  /// Figures in place of letters, where there is no room for both.
  case figures
  /// Search, or whatever the field is for.
  case accept
}
