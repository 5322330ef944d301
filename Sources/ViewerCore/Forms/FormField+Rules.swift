extension FormField {
  /// Words that turn a checkbox on or off, whatever its state is called in the file.
  private static let on: Set<String> = ["on", "true", "yes", "1"]
  private static let off: Set<String> = ["off", "false", "no", "0"]

  /// Takes what was put in, or says why not.
  ///
  /// | rule | of |
  /// |---|---|
  /// | read-only, signatures, push buttons: nothing | all |
  /// | no more than the maximum length; one line unless it is a field of many; no control characters | texts |
  /// | one of the states; off only where all may be | buttons |
  /// | one of the lines, several where that is allowed; any text where it is editable | lists |
  /// | never emptied where something is required | all |
  package func checked(_ value: FormValue) throws(FormRefusal) -> FormValue {
    if flags.contains(.readOnly) { throw .readOnly }
    guard isFillable else { throw .notFillable(kind) }
    switch (kind, value) {
    case (.text, .text(let text)):
      try check(text)
    case (.dropdown, .text(let text)) where flags.contains(.editable):
      try check(text)
    case (.checkbox, .state(let state)), (.radio, .state(let state)):
      if let state, !states.contains(state) { throw .noSuchOption(state, optionNames) }
      if state == nil, kind == .radio, flags.contains(.alwaysOn) { throw .alwaysOn }
    case (.dropdown, .lines(let lines)), (.list, .lines(let lines)):
      guard lines.allSatisfy(options.indices.contains), Set(lines).count == lines.count else {
        throw .noSuchOption("", optionNames)
      }
      if lines.count > 1, !flags.contains(.multiple) { throw .onlyOne }
    default:
      throw .notFillable(kind)
    }
    if flags.contains(.required), isEmpty(value) { throw .required }
    return value
  }

  /// What words on a command line mean for this field.
  /// - Parameter text: for a list where several lines may be chosen, they stand between line breaks.
  package func value(of text: String) throws(FormRefusal) -> FormValue {
    if flags.contains(.readOnly) { throw .readOnly }
    switch kind {
    case .text: return try checked(.text(text))
    case .checkbox: return try checked(.state(try state(of: text)))
    case .radio: return try checked(.state(try radioState(of: text)))
    case .dropdown, .list:
      if text.isEmpty { return try checked(.lines([])) }
      let wanted = flags.contains(.multiple) ? text.split(separator: "\n").map(String.init) : [text]
      var lines: [Int] = []
      for word in wanted {
        guard let line = line(of: word) else {
          if kind == .dropdown, flags.contains(.editable) { return try checked(.text(text)) }
          throw .noSuchOption(word, optionNames)
        }
        if !lines.contains(line) { lines.append(line) }
      }
      return try checked(.lines(lines.sorted()))
    case .button, .signature, .other: throw .notFillable(kind)
    }
  }

  /// Whether so long a text fits.
  package func holds(_ text: String) -> Bool {
    maximumLength.map { text.utf16.count <= $0 } ?? true
  }

  /// States that its buttons can be in, each once.
  private var states: [String] {
    var result: [String] = []
    for widget in widgets where !widget.state.isEmpty && !result.contains(widget.state) {
      result.append(widget.state)
    }
    return result
  }

  private var optionNames: [String] { options.isEmpty ? states : options.map(\.label) }

  private func check(_ text: String) throws(FormRefusal) {
    if let maximumLength, text.utf16.count > maximumLength {
      throw .tooLong(length: text.utf16.count, limit: maximumLength)
    }
    for scalar in text.unicodeScalars {
      let isBreak = scalar == "\n" || scalar == "\r"
      if isBreak, !(kind == .text && flags.contains(.multiline)) { throw .lineBreak }
      if !isBreak, scalar != "\t", scalar.properties.generalCategory == .control { throw .controlCharacter }
    }
  }

  private func line(of word: String) -> Int? {
    options.firstIndex { $0.value == word } ?? options.firstIndex { $0.label == word }
  }

  private func state(of text: String) throws(FormRefusal) -> String? {
    if let state = states.first(where: { $0 == text }) { return state }
    if let option = options.first(where: { $0.label == text }) { return option.value }
    let word = text.lowercased()
    if word.isEmpty || Self.off.contains(word) { return nil }
    if states.count == 1, Self.on.contains(word) { return states.first }
    throw .noSuchOption(text, states.count == 1 ? ["on", "off"] : optionNames)
  }

  private func radioState(of text: String) throws(FormRefusal) -> String? {
    if let state = states.first(where: { $0 == text }) { return state }
    if let option = options.first(where: { $0.label == text }) { return option.value }
    let word = text.lowercased()
    if word.isEmpty || word == "off" { return nil }
    throw .noSuchOption(text, optionNames)
  }
}
