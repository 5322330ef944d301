/// What a running viewer can be told or asked: by the words of a clip, by `lectern ctl`, over its control socket.
package enum RemoteCommand: Hashable, Sendable {
  case session(SessionEvent.Command)
  /// A document beside the list, or one of it.
  case open(String)
  /// Of the document that is shown.
  case password(String)
  case status
  case outline
  case stats
  case metrics
  /// What visitors see, as PNG.
  case screenshot
  case subscribe(Set<TraceEvent.Kind>)
  case quit

  /// What there is to say, as people write it, and what it does.
  package static let help: [(words: String, meaning: String)] = [
    ("status", "what is shown, and where"),
    ("goto N|LABEL", "a page by its number, or by what the document calls it"),
    ("next", "the next document"),
    ("previous", "the previous document"),
    ("home", "the first page at zoom 1; what was put into forms is forgotten"),
    ("zoom Z", "1 = the page fits"),
    (
      "open SOURCE",
      "shows a file, a folder's first document, an address, or base64 (base64:-, base64:@FILE)"
    ),
    ("reload", "the document anew, from its file or server"),
    ("search WORDS", "looks for words; tells how many places there are. For none, the search ends"),
    ("next-match", "the next place"),
    ("previous-match", "the place before"),
    ("select-all", "selects the words of the page"),
    ("copy", "copies what is selected"),
    ("blank on|off", "makes the panel dark, or lights it; a touch lights it too"),
    ("outline", "the table of contents"),
    ("password", "the document's, from standard input or --password-file"),
    ("screenshot FILE", "what visitors see, as PNG; - for standard output"),
    ("stats", "figures, as --stats writes them"),
    ("metrics", "figures for Prometheus"),
    ("subscribe [EVENT,...]", "what happens, as --trace writes it, until the kiosk ends"),
    ("quit", "ends the kiosk"),
  ]
}

/// Commands in words, as clips and people write them.
extension RemoteCommand {
  /// - Parameter text: such as `goto 7`. What `open` names may have spaces; a password is taken as it stands.
  package init(words text: String) throws(Failure) {
    let line = text.drop { $0 == " " }
    if let rest = Self.rest(of: line, after: "open ") {
      let source = rest.drop { $0 == " " }
      guard !source.isEmpty else { throw Self.unknown(text) }
      self = .open(String(source))
      return
    }
    if let password = Self.rest(of: line, after: "password ") {
      // What may be a password is in no message.
      guard !password.isEmpty else { throw Self.unknown("password") }
      self = .password(String(password))
      return
    }
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("goto", 2...): self = try Self.place(Self.quoted(words.dropFirst()), in: text)
    case ("zoom", 2):
      guard let zoom = Double(words[1]), zoom > 0, zoom.isFinite else { throw Self.unknown(text) }
      self = .session(.zoom(zoom))
    case ("home", 1): self = .session(.home)
    case ("reload", 1): self = .session(.reload)
    case ("next", 1): self = .session(.next)
    case ("previous", 1): self = .session(.previous)
    case ("search", _): self = .session(.search(Self.quoted(words.dropFirst())))
    case ("next-match", 1): self = .session(.nextMatch)
    case ("previous-match", 1): self = .session(.previousMatch)
    case ("select-all", 1): self = .session(.selectAll)
    case ("copy", 1): self = .session(.copy)
    case ("blank", 2):
      guard ["on", "off"].contains(words[1]) else { throw Self.unknown(text) }
      self = .session(.blank(words[1] == "on"))
    case ("status", 1): self = .status
    case ("outline", 1): self = .outline
    case ("stats", 1): self = .stats
    case ("metrics", 1): self = .metrics
    case ("screenshot", 1): self = .screenshot
    case ("subscribe", 1): self = .subscribe(TraceEvent.Kind.usual)
    case ("subscribe", _): self = .subscribe(try Self.kinds(words.dropFirst()))
    case ("quit", 1): self = .quit
    default: throw Self.unknown(text)
    }
  }

  /// The events that are named, separated by commas or spaces.
  package static func kinds(_ names: some Sequence<String>) throws(Failure) -> Set<TraceEvent.Kind> {
    var kinds: Set<TraceEvent.Kind> = []
    for name in names.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard let kind = TraceEvent.Kind(rawValue: String(name)) else {
        let all = TraceEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "subscribe", "knows no event “\(name)”; there are \(all)")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  private static func place(_ place: String, in text: String) throws(Failure) -> RemoteCommand {
    guard !place.isEmpty else { throw unknown(text) }
    guard let page = Int(place) else { return .session(.goToLabel(place)) }
    guard page >= 1 else { throw unknown(text) }
    return .session(.goTo(page: page))
  }

  private static func rest(of line: Substring, after word: String) -> Substring? {
    line.hasPrefix(word) ? line.dropFirst(word.count) : nil
  }

  private static func unknown(_ text: String) -> Failure {
    Failure(
      .usage, "ctl \(text)", "is not understood; known are \(help.map(\.words).joined(separator: ", "))")
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
