/// Every sentence and label that the viewer itself says, without its words: `Interface` knows those of each language.
package enum Phrase: Hashable, Sendable {
  // Controls.
  case home, contents, pages, search, smaller, larger, readAloud, back, close
  case nextPage, previousPage, goToPage
  /// The same ways, as short as a label beside the page's number can be.
  case next, previous
  case copy, selectAll, searchSelection
  case nextMatch, previousMatch
  case language, tryAgain, cancel, accept, done
  // Keys of the keyboard, as they are spoken.
  case deleteKey, shiftKey, spaceKey, searchKey
  // What is shown.
  case pageOf(page: String, count: Int)
  case page(String)
  case matchOf(current: Int, count: Int)
  case noMatches, searching
  case noContents
  case searchField
  case copied, scanToCopy
  /// There is no page of this name.
  case noSuchPage(String)
  /// What a form calls one of its fields.
  case fieldName(String)
  case password
  /// The password does not fit.
  case notRight
  case on, off
  /// What is typed and not shown.
  case characters(Int)
  case linkIsNotFollowed(String)
  /// The server cannot be asked for the latest version.
  case earlierCopy
  /// A link that starts a program, runs a script, leads to another document, or does what this viewer does not.
  case linkToProgram, linkToScript, linkToOtherDocument, linkCannotBeFollowed
  case loading(String)
  /// Whether the visitor has gone, and what follows without an answer.
  case stillThere, startsOverSoon
  case moreTime, startOver
  case document
  case link
  /// The bar of controls.
  case controls
  case keyboard
  case selectedText
  /// A page has no words that could be read aloud.
  case noText
  case pageFailure(ErrorCode)
  case notice(ErrorCode)
}

/// Words to show: the viewer's own, or somebody else's as they are.
package enum Words: Hashable, Sendable {
  case phrase(Phrase)
  case plain(String)
}
