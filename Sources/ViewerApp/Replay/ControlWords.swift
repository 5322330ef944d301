import ViewerCore

/// The commands that a script may give in words (`ctl goto 7`).
enum ControlWords {
  static func command(_ text: String) throws(Failure) -> SessionEvent.Command {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("goto", 2):
      if let page = Int(words[1]), page >= 1 { return .goTo(page: page) }
    case ("zoom", 2):
      if let zoom = Double(words[1]), zoom > 0, zoom.isFinite { return .zoom(zoom) }
    case ("home", 1): return .home
    case ("next", 1): return .next
    case ("previous", 1): return .previous
    default: break
    }
    throw Failure(
      .usage, "ctl \(text)", "is not understood; known are goto N, zoom Z, home, next, previous")
  }
}
