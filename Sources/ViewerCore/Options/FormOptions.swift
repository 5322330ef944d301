/// What `lectern forms` is told.
package struct FormsOptions: ReadingOptions, Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Lists the fields.
    case get
    /// Puts values in, each `NAME=VALUE`, and writes the document with them.
    case set([String])
  }

  package var action = Action.get
  package var document = DocumentOptions()
  package var json = false
  package var output = ""
  /// Signatures may become invalid.
  package var breaksSignatures = false

  package init() {}
}

/// What `lectern export` is told.
package struct ExportOptions: ReadingOptions, Hashable, Sendable {
  package var document = DocumentOptions()
  package var output = ""

  package init() {}
}

extension OptionTable<FormsOptions> {
  static let forms: OptionTable = {
    var table = OptionTable(
      defaults: FormsOptions(),
      [
        .flag("json", \.json, "print JSON"),
        .output(\.output, "where the filled-in document goes"),
        .flag(
          "break-signatures", \.breaksSignatures,
          "fill in a signed document even where its signatures become invalid by it"),
      ] + OptionSpec.documentRows)
    table.operands = Operands(name: "get SOURCE | set SOURCE NAME=VALUE... -o FILE", count: 1...10_000) {
      options, texts throws(OptionValueError) in
      var rest = texts[...]
      var sets = false
      if let word = rest.first, rest.count > 1, word == "get" || word == "set" {
        sets = word == "set"
        rest = rest.dropFirst()
      }
      try options.document.setSources(sets || !options.document.joins ? rest.prefix(1) : rest)
      rest = rest.dropFirst(options.document.sources.count)
      if sets {
        guard !rest.isEmpty else { throw OptionValueError("needs NAME=VALUE") }
        for text in rest where !text.contains("=") {
          throw OptionValueError("must be NAME=VALUE, not “\(text)”")
        }
        options.action = .set(Array(rest))
      } else if let text = rest.first {
        throw OptionValueError(
          "takes no “\(text)”; values are put in by forms set, several documents are read with --join")
      }
    }
    table.check = { options throws(Failure) in
      try options.document.check()
      switch options.action {
      case .set where options.document.joins:
        throw Failure(.usage, "--join", "is for forms get; values are put into one document")
      case .set where options.output.isEmpty:
        throw Failure(.usage, "-o", "is missing: where shall the document go?")
      case .get where !options.output.isEmpty:
        throw Failure(.usage, "-o", "is for forms set")
      case .get where options.breaksSignatures:
        throw Failure(.usage, "--break-signatures", "is for forms set")
      case .set, .get: break
      }
    }
    return table
  }()
}

extension OptionTable<ExportOptions> {
  static let export: OptionTable = {
    var table = OptionTable(
      defaults: ExportOptions(), [.output(\.output, "where the copy goes")] + OptionSpec.documentRows)
    table.operands = documents()
    table.check = { options throws(Failure) in
      try options.document.check()
      if options.output.isEmpty {
        throw Failure(.usage, "-o", "is missing: where shall the document go?")
      }
    }
    return table
  }()
}

extension OptionSpec {
  /// Where a command writes a document.
  fileprivate static func output(_ place: Place<Target, String>, _ help: String) -> OptionSpec {
    OptionSpec("output", "FILE", help) { target, text throws(OptionValueError) in
      target[keyPath: place] = try OptionValue.path(text)
    }.with { $0.short = "o" }
  }
}
