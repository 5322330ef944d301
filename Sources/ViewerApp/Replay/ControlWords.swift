import ViewerCore

/// The commands that a script may give in words (`ctl goto 7`).
enum ControlWords {
  static func command(_ text: String) throws(Failure) -> SessionEvent.Command {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("goto", let page?):
      if let page = Int(page), page >= 1 { return .goTo(page: page) }
    case ("zoom", let zoom?):
      if let zoom = Double(zoom), zoom > 0, zoom.isFinite { return .zoom(zoom) }
    case ("home", nil): return .home
    case ("next", nil): return .next
    case ("previous", nil): return .previous
    default: break
    }
    throw Failure(
      .usage, "ctl \(text)", "is not understood; known are goto N, zoom Z, home, next, previous")
  }
}
