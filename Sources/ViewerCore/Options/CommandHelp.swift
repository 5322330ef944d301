/// What `--help` prints: written from the tables that parse.
enum CommandHelp {
  static let overview: String = {
    var text = "Lectern shows documents on a public touch screen.\n\nUsage:\n"
    for name in CommandName.allCases { text += "  \(synopsis(name))\n" }
    text += "\nCommands:\n"
    for name in CommandName.allCases { text += row(name.rawValue, summary(name), column: 12) }
    text += "\n`lectern COMMAND --help` lists a command's options, `lectern --version` the version.\n"
    return text
  }()

  /// A command's own page.
  static func text(for name: CommandName) -> String {
    var text = "Usage: \(synopsis(name))\n\n\(wrapped(sentence(name), indent: 0))\n"
    let commands = words(of: name)
    if !commands.isEmpty { text += "\nCommands:\n" }
    for command in commands { text += row(command.name, command.help, column: 28) }
    let rows = options(of: name)
    if !rows.isEmpty { text += "\nOptions:\n" }
    for option in rows { text += row(option.name, option.help, column: 28) }
    return text
  }

  /// One option as it is explained: `-o, --output FILE` and the sentence behind it.
  struct Row: Hashable {
    var name: String
    var help: String
  }

  /// All numbers of touching with their units and defaults.
  static let gestures: String = {
    let defaults = GestureSettings()
    var text = "Numbers of touching, for --gesture NAME=VALUE or gesture.NAME = VALUE in lectern.conf:\n\n"
    for number in GestureSettings.numbers {
      text += row(number.name, value(of: number, in: defaults), column: 22)
    }
    return text
  }()

  /// `4.5 mm`.
  static func value(of number: GestureSettings.Number, in settings: GestureSettings) -> String {
    // At most three decimals: some defaults are fractions of a frame.
    let value = (settings[keyPath: number.path] * 1000).rounded() / 1000
    return "\(OptionValue.shortest(value)) \(number.unit.rawValue)"
  }

  /// The words that a command itself takes, where it takes some.
  static func words(of name: CommandName) -> [Row] {
    name == .ctl ? RemoteCommand.help.map { Row(name: $0.words, help: $0.meaning) } : []
  }

  private static func summary(_ name: CommandName) -> String {
    switch name {
    case .show: "the kiosk; the command when none is named"
    case .replay: "the same program in virtual time, driven by recorded touches, without a screen"
    case .record: "writes the touches of this machine's kiosk devices as a clip"
    case .ctl: "asks or tells a running kiosk something"
    case .render: "draws one page or a part of it into a picture"
    case .info: "tells a document's kind, pages, sizes and what else is known of it"
    case .outline: "prints a document's table of contents"
    case .links: "prints where a document's links lie and lead"
    case .text: "prints a document's text"
    case .search: "tells where words stand in a document"
    case .forms: "lists what a document's form asks for, and fills it in"
    case .export: "writes a copy of a document"
    case .cache: "keeps copies of documents from servers: fetches, lists and forgets them"
    case .bench: "measures how fast this machine is"
    case .doctor: "tells what this machine lacks to be a kiosk, each with its fix"
    case .help:
      "explains a command, or the numbers of touching (gestures); prints the manual pages (man, man-conf)"
    }
  }

  /// Behind the source of commands that read several as well.
  private static let joined = " | --join SOURCE..."

  static func synopsis(_ name: CommandName) -> String {
    switch name {
    case .show: "lectern [show] [OPTIONS] \(OptionTable<ViewerOptions>.show.operands.name)"
    case .replay:
      "lectern replay --input CLIP... [OPTIONS] \(OptionTable<ViewerOptions>.replay.operands.name)"
    case .record: "lectern record \(OptionTable<RecordOptions>.record.operands.name)"
    case .ctl: "lectern ctl [OPTIONS] \(OptionTable<CtlOptions>.ctl.operands.name)"
    case .render:
      "lectern render [OPTIONS] \(OptionTable<RenderOptions>.render.operands.name)\(joined) -o FILE"
    case .info: "lectern info [OPTIONS] \(OptionTable<InfoOptions>.info.operands.name)\(joined)"
    case .outline: "lectern outline [OPTIONS] \(OptionTable<InfoOptions>.info.operands.name)\(joined)"
    case .links: "lectern links [OPTIONS] \(OptionTable<LinksOptions>.links.operands.name)\(joined)"
    case .text: "lectern text [OPTIONS] \(OptionTable<TextOptions>.text.operands.name)\(joined)"
    case .search: "lectern search [OPTIONS] \(OptionTable<SearchOptions>.search.operands.name)\(joined)"
    case .forms: "lectern forms [OPTIONS] \(OptionTable<FormsOptions>.forms.operands.name)"
    case .export: "lectern export \(OptionTable<ExportOptions>.export.operands.name)\(joined) -o FILE"
    case .cache: "lectern cache [OPTIONS] \(OptionTable<CacheOptions>.cache.operands.name)"
    case .bench: "lectern bench [OPTIONS] \(OptionTable<BenchOptions>.bench.operands.name)"
    case .doctor: "lectern doctor [OPTIONS]"
    case .help: "lectern help [COMMAND|gestures|man|man-conf]"
    }
  }

  /// Every option of a command, `--help` itself last.
  static func options(of name: CommandName) -> [Row] {
    switch name {
    case .show: options(.show)
    case .replay: options(.replay)
    case .record: options(.record)
    case .ctl: options(.ctl)
    case .render: options(.render)
    case .info: options(.info)
    case .outline: options(.info)
    case .links: options(.links)
    case .text: options(.text)
    case .search: options(.search)
    case .forms: options(.forms)
    case .export: options(.export)
    case .cache: options(.cache)
    case .bench: options(.bench)
    case .doctor: options(.doctor)
    case .help: []
    }
  }

  private static func options<Target>(_ table: OptionTable<Target>) -> [Row] {
    rows(table) { "\($0.short.map { "-\($0), " } ?? "")--\($0.name)\($0.placeholder.map { " \($0)" } ?? "")" }
      + [Row(name: "-h, --help", help: "this page")]
  }

  /// - Parameter name: how an option is written.
  static func rows<Target>(_ table: OptionTable<Target>, named name: (OptionSpec<Target>) -> String) -> [Row]
  {
    table.specs.filter(\.isListed).map { spec in
      Row(name: name(spec), help: spec.help + (spec.note(table.defaults).map { " (\($0))" } ?? ""))
    }
  }

  /// `  left   right`, the right side wrapped in its column.
  private static func row(_ left: String, _ right: String, column: Int) -> String {
    let start = "  \(left)"
    let body = wrapped(right, indent: column)
    if start.count + 2 > column { return "\(start)\n\(String(repeating: " ", count: column))\(body)\n" }
    return start + String(repeating: " ", count: column - start.count) + body + "\n"
  }

  /// Broken into lines of at most 90 columns, all but the first indented.
  private static func wrapped(_ text: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > 90 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// What a command does, as a sentence.
  static func sentence(_ name: CommandName) -> String {
    let text = summary(name)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
