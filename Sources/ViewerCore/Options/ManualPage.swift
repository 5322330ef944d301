/// The manual pages, written from the tables that parse: man(7) macros, to be read by `man -l` or installed.
struct ManualPage: Hashable {
  /// The whole page.
  let text: String

  /// `man` is lectern(1), `man-conf` lectern.conf(5); nil for anything else.
  static func named(_ topic: String) -> ManualPage? {
    switch topic {
    case "man": program
    case "man-conf": configuration
    default: nil
    }
  }

  static let program: ManualPage = {
    var page = Roff(title: "LECTERN", section: 1)
    page.heading("NAME")
    page.paragraph("lectern - shows documents on a public touch screen")
    page.heading("SYNOPSIS")
    let synopses = CommandName.allCases.map { ".B " + Roff.escaped(CommandHelp.synopsis($0)) }
    page.line(synopses.joined(separator: "\n.br\n"))
    page.heading("DESCRIPTION")
    page.paragraph(
      "Lectern shows PDF files, pictures and comic books straight on the display (DRM/KMS) and takes fingers "
        + "straight from the touch panel (libinput). It needs no X, no Wayland and no browser. What it reads is "
        + "read by worker processes, so that a bad document cannot take the screen down.")
    page.heading("COMMANDS")
    for name in CommandName.allCases {
      page.subheading("lectern \(name.rawValue)")
      page.paragraph(CommandHelp.sentence(name))
      for row in CommandHelp.words(of: name) { page.item(row.name, row.help) }
      for row in CommandHelp.options(of: name) { page.item(row.name, row.help) }
    }
    page.heading("EXIT STATUS")
    page.paragraph("0 on success; else a line on standard error ends with one of these codes in brackets:")
    for status in Set(ErrorCode.allCases.map(\.exitStatus)).sorted() {
      page.item(
        "\(status)",
        ErrorCode.allCases.filter { $0.exitStatus == status }.map(\.rawValue).joined(separator: ", "))
    }
    page.heading("ENVIRONMENT")
    page.item("LECTERN_LOCALE", "where translations are, instead of /usr/share/locale")
    page.item(
      "CACHE_DIRECTORY, STATE_DIRECTORY, RUNTIME_DIRECTORY", "folders that systemd has made for the service")
    page.item("NOTIFY_SOCKET, WATCHDOG_USEC", "where the service manager listens; see sd_notify(3)")
    page.item("https_proxy, http_proxy, no_proxy", "proxies for documents from servers")
    page.heading("FILES")
    page.item("/etc/lectern/lectern.conf", "how the kiosk is set up; see lectern.conf(5)")
    page.item("/run/lectern/text.sock", "the text channel, where screen readers and braille displays connect")
    page.item("/usr/libexec/lectern", "programs that lectern starts: they read documents and fetch them")
    page.heading("SIGNALS")
    page.item("SIGTERM, SIGINT, SIGHUP", "the kiosk ends, and gives the console back")
    page.heading("SEE ALSO")
    page.paragraph("lectern.conf(5), systemd.service(5), sd_notify(3), libinput(1)")
    return ManualPage(text: page.text)
  }()

  static let configuration: ManualPage = {
    var page = Roff(title: "LECTERN.CONF", section: 5)
    page.heading("NAME")
    page.paragraph("lectern.conf - how a document kiosk is set up")
    page.heading("SYNOPSIS")
    page.line(".I /etc/lectern/lectern.conf")
    page.heading("DESCRIPTION")
    page.paragraph(
      "The file is read by lectern show. It has sections in brackets, with a line for each key: key = value. A "
        + "line that begins with # is a comment. A key that is unknown or has a wrong value is an error with its "
        + "line. The command line is stronger than the file.")
    page.section("[kiosk]", "Every option of lectern show without its dashes.", keys(.show))
    page.section(
      "[output CONNECTOR]", "What holds for one screen alone, such as HDMI-A-1; lectern doctor names them.",
      keys(.output(named: "")))
    page.section(
      "[source NAME]",
      "A document; the kiosk turns from one to the next. What is said of its transfer stands before "
        + "what [kiosk] says.", keys(.source))
    page.heading("NUMBERS OF TOUCHING")
    page.paragraph("Keys of [kiosk].")
    let defaults = GestureSettings()
    for number in GestureSettings.numbers {
      page.item("gesture.\(number.name)", CommandHelp.value(of: number, in: defaults))
    }
    page.heading("EXAMPLE")
    page.example(
      [
        "[kiosk]", "controls = bottom", "language = de,en", "", "[source Visitor guide]",
        "file = /srv/lectern/guide.pdf",
      ])
    page.heading("SEE ALSO")
    page.paragraph("lectern(1); /usr/share/doc/lectern/lectern.conf.example")
    return ManualPage(text: page.text)
  }()

  private static func keys<Target>(_ table: OptionTable<Target>) -> [CommandHelp.Row] {
    var table = OptionTable(defaults: table.defaults, table.specs.filter(\.isConfigurable))
    table.operands = .init()
    return CommandHelp.rows(table) { spec in "\(spec.name) = \(spec.placeholder ?? "true|false")" }
  }
}

/// A manual page as it grows.
private struct Roff {
  private(set) var text: String

  /// The date and the version are for whoever installs the page to put in: they are the package's.
  init(title: String, section: Int) {
    text = ".TH \(title) \(section) \"\" \"Lectern\"\n"
  }

  mutating func line(_ line: String) { text += line + "\n" }
  mutating func heading(_ words: String) { line(".SH \(Self.escaped(words))") }
  mutating func subheading(_ words: String) { line(".SS \(Self.escaped(words))") }
  mutating func paragraph(_ words: String) { line(Self.escaped(words)) }

  mutating func item(_ tag: String, _ words: String) {
    line(".TP\n.B \(Self.escaped(tag))\n\(Self.escaped(words))")
  }

  mutating func section(_ name: String, _ words: String, _ rows: [CommandHelp.Row]) {
    subheading(name)
    paragraph(words)
    for row in rows { item(row.name, row.help) }
  }

  mutating func example(_ lines: [String]) {
    line(".EX")
    for each in lines { line(Self.escaped(each)) }
    line(".EE")
  }

  /// Words as roff prints them: a bare hyphen could be broken or set as another sign, a point first is a macro.
  static func escaped(_ words: String) -> String {
    var result = ""
    for letter in words {
      switch letter {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case ".": result += result.isEmpty ? "\\&." : "."
      default: result.append(letter)
      }
    }
    return result
  }
}
