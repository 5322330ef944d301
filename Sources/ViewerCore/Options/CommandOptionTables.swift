extension OptionTable<RenderOptions> {
  static let render: OptionTable = {
    var table = OptionTable(
      defaults: RenderOptions(),
      [
        .integer("page", "N", 1...1_000_000, \.page, "the page"),
        .integer("width", "PX", 1...32_768, \.width, "the page's width in pixels", otherwise: "by --scale"),
        .number("scale", "S", 0.01...100, \.scale, "pixels a point (1/72 inch)", otherwise: "2"),
        OptionSpec("clip", "X,Y,W,H", "only this part, in pixels of the upright page") {
          options, text throws(OptionValueError) in
          options.clip = try OptionValue.rectangle(text)
        },
        OptionSpec("rotate", "DEGREES", "0, 90, 180 or 270 clockwise (default 0)") {
          options, text throws(OptionValueError) in
          options.rotation = try OptionValue.rotation(text)
        },
        OptionSpec("background", "COLOUR", "white, black or #RRGGBB (default white)") {
          options, text throws(OptionValueError) in
          options.background = try OptionValue.colour(text)
        },
        .integer("quality", "Q", 1...100, \.quality, "of a JPEG", otherwise: "90"),
        OptionSpec("output", "FILE", "where to, ending in .png, .jpg or .jpeg") {
          options, text throws(OptionValueError) in
          options.output = try OptionValue.path(text)
        }.with { $0.short = "o" },
        .renderTimeout(\.document.worker.renderTimeout),
      ] + OptionSpec.documentRows)
    table.operands = documents()
    table.check = { options throws(Failure) in
      try options.document.check()
      if options.width != nil, options.scale != nil {
        throw Failure(.usage, "--scale", "and --width exclude each other")
      }
      if options.output.isEmpty { throw Failure(.usage, "-o", "is missing: where shall the picture go?") }
      switch options.format {
      case nil: throw Failure(.usage, options.output, "must end in .png, .jpg or .jpeg")
      case .png where options.quality != nil: throw Failure(.usage, "--quality", "is for JPEG only")
      default: break
      }
    }
    return table
  }()
}

extension OptionTable<InfoOptions> {
  static let info: OptionTable = {
    var table = OptionTable(
      defaults: InfoOptions(),
      [
        .flag("json", \.json, "print JSON"),
        .textTimeout(\.document.worker.textTimeout),
      ] + OptionSpec.documentRows)
    table.operands = documents()
    table.check = { options throws(Failure) in try options.document.check() }
    return table
  }()
}

extension OptionTable<LinksOptions> {
  static let links: OptionTable = {
    var table = OptionTable(
      defaults: LinksOptions(),
      [
        .integer("page", "N", 1...1_000_000, \.page, "the page", otherwise: "all"),
        .flag("json", \.json, "print JSON"),
        .textTimeout(\.document.worker.textTimeout),
      ] + OptionSpec.documentRows)
    table.operands = documents()
    table.check = { options throws(Failure) in try options.document.check() }
    return table
  }()
}

extension OptionTable<TextOptions> {
  static let text: OptionTable = {
    var table = OptionTable(
      defaults: TextOptions(),
      [
        .integer("page", "N", 1...1_000_000, \.page, "the page", otherwise: "all"),
        .flag("json", \.json, "print one JSON object a page: its lines and their boxes in points"),
        .textTimeout(\.document.worker.textTimeout),
      ] + OptionSpec.documentRows)
    table.operands = documents()
    table.check = { options throws(Failure) in try options.document.check() }
    return table
  }()
}

extension OptionTable<SearchOptions> {
  static let search: OptionTable = {
    var table = OptionTable(
      defaults: SearchOptions(),
      [
        OptionSpec("page", "N[-M]", "the page, or the first and the last one") {
          options, text throws(OptionValueError) in
          options.pages = try OptionValue.pages(text)
        },
        .flag("json", \.json, "print one JSON object a match"),
        .integer(
          "workers", "N", 1...16, \.workers, "how many processes read pages", otherwise: "one a processor"),
        .textTimeout(\.document.worker.textTimeout),
      ] + OptionSpec.documentRows)
    table.operands = Operands(name: "QUERY SOURCE", count: 2...10_000) {
      options, texts throws(OptionValueError) in
      options.query = texts.first ?? ""
      try options.document.setSources(texts.dropFirst())
    }
    table.check = { options throws(Failure) in try options.document.check() }
    return table
  }()
}

extension OptionTable<CacheOptions> {
  static let cache: OptionTable = {
    var table = OptionTable(
      defaults: CacheOptions(), [.flag("json", \.json, "print JSON")] + OptionSpec.transferRows)
    let words = CacheOptions.Action.allCases.map(\.rawValue)
    table.operands = Operands(name: words.joined(separator: "|") + " [ADDRESS]", count: 1...2) {
      options, texts throws(OptionValueError) in
      guard let action = texts.first.flatMap(CacheOptions.Action.init) else {
        throw OptionValueError("must be \(words.joined(separator: ", "))")
      }
      options.action = action
      let needsAddress = action == .fetch || action == .remove
      guard needsAddress == (texts.count == 2) else {
        throw OptionValueError(needsAddress ? "needs the address of a document" : "takes no address")
      }
      options.address = texts.count == 2 ? texts[1] : ""
    }
    return table
  }()
}

extension OptionTable<RecordOptions> {
  static let record: OptionTable = {
    var table = OptionTable(defaults: RecordOptions(), [])
    table.operands = .one("FILE", \.file)
    return table
  }()
}

extension OptionTable<BenchOptions> {
  static let bench: OptionTable = {
    var table = OptionTable(
      defaults: BenchOptions(), [.flag("json", \.json, "print one JSON object a case")])
    table.operands = Operands(name: "[CASE...]", count: 0...100) { options, texts in options.cases = texts }
    return table
  }()
}

extension OptionTable<DoctorOptions> {
  static let doctor = OptionTable(defaults: DoctorOptions(), [.flag("json", \.json, "print JSON")])
}

extension OptionTable.Operands {
  /// Exactly one.
  static func one(_ name: String, _ place: Place<Target, String>) -> OptionTable<Target>.Operands {
    OptionTable<Target>.Operands(name: name, count: 1...1) { target, texts throws(OptionValueError) in
      guard let text = texts.first, !text.isEmpty, !text.utf8.contains(0) else {
        throw OptionValueError("must name a file")
      }
      target[keyPath: place] = text
    }
  }
}
