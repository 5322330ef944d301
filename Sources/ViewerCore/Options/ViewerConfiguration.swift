/// A lectern.conf as it was read: sections with keys, nothing of it checked yet.
package struct ViewerConfiguration: Hashable, Sendable {
  package struct Section: Hashable, Sendable {
    /// `kiosk`, `output HDMI-A-1`, `source Plan of the house`.
    package var name: String
    package var entries: [OptionEntry]
    package var origin: OptionEntry.Origin

    package init(name: String, entries: [OptionEntry], origin: OptionEntry.Origin) {
      self.name = name
      self.entries = entries
      self.origin = origin
    }
  }

  /// In the file's order.
  package var sections: [Section]

  package init(sections: [Section] = []) {
    self.sections = sections
  }

  /// Sets options as the file says: `[kiosk]` first, then what outputs and sources say of themselves.
  package func apply(to options: inout ViewerOptions) throws(Failure) {
    let table = OptionTable<ViewerOptions>.show
    var sources: [SourceOptions] = []
    for section in sections where section.name == "kiosk" { try table.apply(section.entries, to: &options) }
    for section in sections where section.name != "kiosk" {
      let words = section.name.split(separator: " ", maxSplits: 1).map(String.init)
      switch words.first {
      case "output" where words.count == 2:
        try OptionTable.output(named: words[1]).apply(section.entries, to: &options)
      case "source" where words.count == 2:
        var source = SourceOptions(location: "")
        try OptionTable.source.apply(section.entries, to: &source)
        if source.location.isEmpty { throw failure(section, "needs file = with the document's name") }
        sources.append(source)
      default:
        throw failure(section, "is no section; there are [kiosk], [output CONNECTOR] and [source NAME]")
      }
    }
    if !sources.isEmpty { options.sources = sources }
  }

  private func failure(_ section: Section, _ message: String) -> Failure {
    OptionEntry(name: "[\(section.name)]", value: nil, origin: section.origin).failure(message)
  }
}

extension OptionTable<SourceOptions> {
  /// Keys of `[source NAME]`.
  static let source = OptionTable(
    defaults: SourceOptions(location: ""),
    [
      OptionSpec("file", "FILE", "the document: a file, a folder or an address") {
        source, text throws(OptionValueError) in
        source.location = try OptionValue.path(text)
      },
      .passwordFile(\.passwordFile),
      OptionSpec("header", "'N: V'", "sent with its address; repeatable") {
        source, text throws(OptionValueError) in
        source.headers = try (source.headers ?? []) + [OptionValue.header(text)]
      }.with {
        $0.isRepeated = true
        $0.clear = { $0.headers = nil }
      },
      OptionSpec("max-age", "S", "how long its copy is shown unasked") {
        source, text throws(OptionValueError) in
        let seconds = try OptionValue.number(text, in: 0...31_536_000)
        source.maximumAge = .microseconds(Int64((seconds * 1_000_000).rounded()))
      },
      OptionSpec("cache-key", "K", "what its copy is kept under") { source, text throws(OptionValueError) in
        source.key = try OptionValue.cacheKey(text)
      },
      OptionSpec("persistent", "true|false", "whether its copy outlives the run") {
        source, text throws(OptionValueError) in
        guard ["true", "false"].contains(text) else { throw OptionValueError("must be true or false") }
        source.isPersistent = text == "true"
      },
    ])
}
