import ViewerCore

/// The commands that a script may give in words (`ctl goto 7`).
enum ControlWords {
  /// What `open SOURCE` names; nil for everything else. A source's name may have spaces.
  static func source(_ text: String) -> String? {
    let text = text.drop { $0 == " " }
    guard text.hasPrefix("open ") else { return nil }
    let source = text.dropFirst(5).drop { $0 == " " }
    return source.isEmpty ? nil : String(source)
  }

  /// What `password WORDS` gives, as it stands; nil for everything else.
  static func password(_ text: String) -> String? {
    let text = text.drop { $0 == " " }
    guard text.hasPrefix("password ") else { return nil }
    let password = text.dropFirst(9)
    return password.isEmpty ? nil : String(password)
  }

  static func command(_ text: String) throws(Failure) -> SessionEvent.Command {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("goto", 2...):
      let place = quoted(words.dropFirst())
      guard let page = Int(place) else {
        if !place.isEmpty { return .goToLabel(place) }
        break
      }
      if page >= 1 { return .goTo(page: page) }
    case ("zoom", 2):
      if let zoom = Double(words[1]), zoom > 0, zoom.isFinite { return .zoom(zoom) }
    case ("home", 1): return .home
    case ("reload", 1): return .reload
    case ("next", 1): return .next
    case ("previous", 1): return .previous
    case ("search", _): return .search(quoted(words.dropFirst()))
    case ("next-match", 1): return .nextMatch
    case ("previous-match", 1): return .previousMatch
    case ("select-all", 1): return .selectAll
    case ("copy", 1): return .copy
    default: break
    }
    throw Failure(
      .usage, "ctl \(text)",
      "is not understood; known are goto N or LABEL, zoom Z, home, next, previous, open SOURCE, reload, "
        + "password WORD, search WORDS, next-match, previous-match, select-all, copy")
  }

  /// The words of a line, without the quotes that may stand round them.
  private static func quoted(_ words: ArraySlice<String>) -> String {
    let text = words.joined(separator: " ")
    for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    return text
  }
}
