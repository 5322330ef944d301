/// Walks over command-line arguments the GNU way: options anywhere, `--name=value`, `-ofile`, `--` ends the options.
struct ArgumentCursor {
  enum Item: Hashable {
    /// `--name` or `--name=value`.
    case option(name: String, inlineValue: String?)
    /// `-o` or `-ovalue`.
    case short(Character, inlineValue: String?)
    /// Anything else, `-` included.
    case positional(String)
  }

  private var rest: ArraySlice<String>
  private var optionsHaveEnded = false

  init(_ arguments: some Sequence<String>) {
    rest = Array(arguments)[...]
  }

  mutating func next() -> Item? {
    guard let argument = rest.popFirst() else { return nil }
    if optionsHaveEnded || argument == "-" || !argument.hasPrefix("-") { return .positional(argument) }
    if argument == "--" {
      optionsHaveEnded = true
      return next()
    }
    if argument.hasPrefix("--") {
      let body = argument.dropFirst(2)
      guard let equals = body.firstIndex(of: "=") else {
        return .option(name: String(body), inlineValue: nil)
      }
      return .option(name: String(body[..<equals]), inlineValue: String(body[body.index(after: equals)...]))
    }
    let body = argument.dropFirst()
    let value = body.dropFirst()
    return .short(body.first ?? "-", inlineValue: value.isEmpty ? nil : String(value))
  }

  /// The value of the option before. One that looks like an option is none: whoever means it writes `--name=--value`.
  mutating func value() -> String? {
    guard let argument = rest.first, !argument.hasPrefix("--") else { return nil }
    return rest.popFirst()
  }
}
