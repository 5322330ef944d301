/// What the user wants, with everything checked that can be checked without looking at the machine.
package enum Command: Hashable, Sendable {
  case show(ViewerOptions)
  case replay(ViewerOptions)
  case record(RecordOptions)
  case render(RenderOptions)
  case info(InfoOptions)
  case outline(InfoOptions)
  case links(LinksOptions)
  case text(TextOptions)
  case search(SearchOptions)
  case forms(FormsOptions)
  case export(ExportOptions)
  case cache(CacheOptions)
  case bench(BenchOptions)
  case doctor(DoctorOptions)
  case ctl(CtlOptions)
  /// What to print.
  case help(String)
  case version

  /// Understands a command line.
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - readConfiguration: reads the lectern.conf of this name (nil: the one in its usual place, where there is
  ///     one). Not called by `replay` unless `--config` names a file: a clip must look alike everywhere.
  package init(
    _ arguments: [String],
    readConfiguration: (String?) throws(Failure) -> ViewerConfiguration? = { _ in nil }
  ) throws(Failure) {
    // Nothing typed: lectern.conf may name the documents.
    let first = arguments.first ?? CommandName.show.rawValue
    let rest = arguments.dropFirst()
    switch CommandName(rawValue: first) {
    case .show: self = try Self.viewer(.show, rest, .show, readConfiguration)
    case .replay: self = try Self.viewer(.replay, rest, .replay, readConfiguration)
    case .record: self = try Self.plain(.record, rest, .record) { .record($0) }
    case .render:
      self = try Self.plain(.render, rest, .render) { options in
        var options = options
        options.extent = options.width.map { .width($0) } ?? .scale(options.scale ?? 2)
        return .render(options)
      }
    case .info: self = try Self.plain(.info, rest, .info) { .info($0) }
    case .outline: self = try Self.plain(.outline, rest, .info) { .outline($0) }
    case .links: self = try Self.plain(.links, rest, .links) { .links($0) }
    case .text: self = try Self.plain(.text, rest, .text) { .text($0) }
    case .search: self = try Self.plain(.search, rest, .search) { .search($0) }
    case .forms: self = try Self.plain(.forms, rest, .forms) { .forms($0) }
    case .export: self = try Self.plain(.export, rest, .export) { .export($0) }
    case .cache: self = try Self.plain(.cache, rest, .cache) { .cache($0) }
    case .bench: self = try Self.plain(.bench, rest, .bench) { .bench($0) }
    case .doctor: self = try Self.plain(.doctor, rest, .doctor) { .doctor($0) }
    case .ctl: self = try Self.plain(.ctl, rest, .ctl) { .ctl($0) }
    case .help: self = try Self.help(rest)
    case nil:
      switch first {
      case "--version": self = .version
      case "--help", "-h": self = .help(CommandHelp.overview)
      default:
        self = try Self.viewer(.show, arguments[...], .show, readConfiguration)
      }
    }
  }

  private static func viewer(
    _ name: CommandName, _ arguments: ArraySlice<String>, _ table: OptionTable<ViewerOptions>,
    _ readConfiguration: (String?) throws(Failure) -> ViewerConfiguration?
  ) throws(Failure) -> Command {
    let parsed = try table.parse(arguments)
    if parsed.wantsHelp { return .help(CommandHelp.text(for: name)) }
    // Everything typed is judged before a file is opened.
    var options = table.defaults
    try table.apply(parsed, to: &options)
    options = table.defaults
    let path = parsed.value(of: "config")
    if path != "none", path != nil || name == .show {
      try readConfiguration(path)?.apply(to: &options)
      // A file made for a kiosk may name its screen; a replay has none.
      if name == .replay { options.display = .headless }
    }
    try table.apply(parsed, to: &options)
    // The command line is stronger than a screen's own section, too.
    let typed = Set(parsed.entries.map(\.name))
    for connector in options.outputs.keys {
      if typed.contains("rotate") { options.outputs[connector]?.rotation = nil }
      if typed.contains("dpi") { options.outputs[connector]?.dotsPerInch = nil }
      if typed.contains("size") { options.outputs[connector]?.size = nil }
      if typed.contains("atomic") { options.outputs[connector]?.atomic = nil }
    }
    try table.check(options)
    return name == .replay ? .replay(options) : .show(options)
  }

  private static func plain<Options>(
    _ name: CommandName, _ arguments: ArraySlice<String>, _ table: OptionTable<Options>,
    _ make: (Options) -> Command
  ) throws(Failure) -> Command {
    let parsed = try table.parse(arguments)
    if parsed.wantsHelp { return .help(CommandHelp.text(for: name)) }
    var options = table.defaults
    try table.apply(parsed, to: &options)
    try table.check(options)
    return make(options)
  }

  private static func help(_ arguments: ArraySlice<String>) throws(Failure) -> Command {
    guard let topic = arguments.first, topic != "--help", topic != "-h" else {
      return .help(CommandHelp.overview)
    }
    if topic == "gestures" { return .help(CommandHelp.gestures) }
    if let page = ManualPage.named(topic) { return .help(page.text) }
    guard let name = CommandName(rawValue: topic) else { throw Failure(.usage, topic, "is no command here") }
    return .help(CommandHelp.text(for: name))
  }
}

/// The commands by the word that calls them.
enum CommandName: String, Hashable, CaseIterable {
  case show, replay, record, ctl, render, info, outline, links, text, search, forms, export, cache, bench,
    doctor, help
}
