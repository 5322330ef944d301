extension OptionTable<ViewerOptions> {
  /// Options of `show`, which are also the keys of `[kiosk]`.
  static let show: OptionTable = {
    var table = OptionTable(
      defaults: ViewerOptions(),
      [display] + outputRows(\.output) + [atomic(\.output)] + common + OptionSpec.transferRows + controlRows
        + kioskRows + [textChannel, textChannelGroup, control, controlGroup, metrics, input])
    table.operands = sources
    table.check = checkTogether
    return table
  }()

  static let replay: OptionTable = {
    let renderTime = OptionSpec<ViewerOptions>(
      "render-time", "MS", "virtual time that each rendering takes (default 0)"
    ) { options, text throws(OptionValueError) in
      let time = try OptionValue.number(text, in: 0...60_000)
      options.renderTime = .microseconds(Int64((time * 1000).rounded()))
    }.with { $0.isConfigurable = false }
    var table = OptionTable(
      defaults: .replay,
      [input] + outputRows(\.output) + common + OptionSpec.transferRows + controlRows + kioskRows
        + [renderTime])
    table.operands = sources
    table.check = { options throws(Failure) in
      if options.inputs.isEmpty {
        throw Failure(.usage, "--input", "is missing: replay needs a clip to play")
      }
      try checkTogether(options)
    }
    return table
  }()

  /// Keys of `[output NAME]`.
  static func output(named name: String) -> OptionTable {
    let place: Place<ViewerOptions, OutputOptions> = \.[outputNamed: name]
    return OptionTable(defaults: ViewerOptions(), outputRows(place) + [atomic(place)])
  }

  private static let sources = Operands(name: "SOURCE...", count: 0...10_000) {
    options, texts throws(OptionValueError) in
    options.sources = []
    for text in texts { options.sources.append(SourceOptions(location: try location(text))) }
  }

  private static let checkTogether: @Sendable (ViewerOptions) throws(Failure) -> Void = {
    options throws(Failure) in
    if options.sources.isEmpty {
      throw Failure(.usage, "", "SOURCE is missing: name a file or a folder")
    }
    if options.transfer.key != nil, options.sources.count > 1 {
      throw Failure(.usage, "--cache-key", "is for one document alone")
    }
    if options.minimumZoom > options.maximumZoom {
      throw Failure(.usage, "--min-zoom", "must not exceed --max-zoom")
    }
    if options.layout.isRightToLeft, options.layout.axis == .vertical {
      throw Failure(.usage, "--rtl", "needs --axis horizontal")
    }
  }

  // MARK: Rows

  private typealias Row = OptionSpec<ViewerOptions>

  private static let display = Row("display", "WHERE", "auto, drm, drm:CONNECTOR or headless (default auto)")
  {
    options, text throws(OptionValueError) in
    switch text {
    case "auto": options.display = .auto
    case "drm": options.display = .drm(connector: nil)
    case "headless": options.display = .headless
    default:
      let connector = text.dropFirst(4)
      guard text.hasPrefix("drm:"), !connector.isEmpty else {
        throw OptionValueError("must be auto, drm, drm:CONNECTOR or headless, not “\(text)”")
      }
      options.display = .drm(connector: String(connector))
    }
  }

  /// - Parameter place: what holds for every screen, or for one.
  private static func outputRows(_ place: Place<ViewerOptions, OutputOptions>) -> [OptionSpec<ViewerOptions>]
  {
    let size = Row("size", "WxH", "the screen's pixels before it is turned: its mode") {
      options, text throws(OptionValueError) in
      options[keyPath: place].size = try OptionValue.size(text)
    }.with {
      $0.note = { $0[keyPath: place].size.map { "default \($0.width)x\($0.height)" } }
    }
    let dpi = Row("dpi", "N", "dots per inch, where the panel does not tell or lies") {
      options, text throws(OptionValueError) in
      options[keyPath: place].dotsPerInch = try OptionValue.number(text, in: 20...1200)
    }.with {
      $0.note = {
        let shown = $0[keyPath: place].dotsPerInch.map { ", default " + OptionValue.shortest($0) }
        return "20-1200\(shown ?? "")"
      }
    }
    let rotate = Row("rotate", "DEGREES", "0, 90, 180 or 270 clockwise (default as the panel says, else 0)") {
      options, text throws(OptionValueError) in
      options[keyPath: place].rotation = try OptionValue.rotation(text)
    }
    return [size, dpi, rotate]
  }

  private static func atomic(_ place: Place<ViewerOptions, OutputOptions>) -> OptionSpec<ViewerOptions> {
    Row("atomic", "on|off", "use atomic commits (default wherever they are known to work)") {
      options, text throws(OptionValueError) in
      options[keyPath: place].atomic = try OptionValue.onOff(text)
    }
  }

  private static let input = Row("input", "CLIP", "play a recording or gesture script; may be repeated") {
    options, text throws(OptionValueError) in
    options.inputs.append(try OptionValue.path(text))
  }.with {
    $0.isRepeated = true
    $0.clear = { $0.inputs = [] }
  }

  private static let textChannel = Row(
    "text-channel", "SOCKET", "where screen readers connect; off for nowhere (default the runtime folder)"
  ) { options, text throws(OptionValueError) in
    options.textChannel = try OptionValue.socket(text)
  }

  private static let textChannelGroup = Row(
    "text-channel-group", "GROUP", "whose members may connect to the text channel"
  ) { options, text throws(OptionValueError) in
    options.textChannelGroup = try OptionValue.group(text)
  }

  private static let control = Row(
    "control", "SOCKET", "where lectern ctl connects; off for nowhere (default the runtime folder)"
  ) { options, text throws(OptionValueError) in
    options.control = try OptionValue.socket(text)
  }

  private static let controlGroup = Row(
    "control-group", "GROUP", "whose members may give commands by lectern ctl"
  ) { options, text throws(OptionValueError) in
    options.controlGroup = try OptionValue.group(text)
  }

  private static let metrics = Row.path(
    "metrics", "FILE", \.metrics, "keep figures for Prometheus there, at most every 15 s")

  private static let common: [OptionSpec<ViewerOptions>] = [
    .choice("layout", \.layout.mode, "pages in a row, a screen each, or one alone"),
    .choice("axis", \.layout.axis, "which way pages follow each other"),
    .flag("rtl", \.layout.isRightToLeft, "pages go from the right to the left (horizontal axis)"),
    .choice("fit", \.layout.fit, "what of the screen a page fills"),
    .integer(
      "spacing", "PX", 0...1000, \.spacing, "pixels between pages", otherwise: "1/20 inch"),
    Row("inset", "T,R,B,L", "pixels kept free at the top, right, bottom and left (default 0,0,0,0)") {
      options, text throws(OptionValueError) in
      options.layout.insets = try OptionValue.insets(text)
    },
    .flag("join", \.joins, "the sources are one document, each after the other"),
    .integer("page", "N", 1...1_000_000, \.page, "the page to begin with"),
    .number("min-zoom", "Z", 0.01...64, \.minimumZoom, "smallest zoom; 1 = the page fits"),
    .number("max-zoom", "Z", 0.01...64, \.maximumZoom, "largest zoom"),
    Row("selection", "on|off", "text can be selected by a long press (default on)") {
      options, text throws(OptionValueError) in
      options.selection = try OptionValue.onOff(text)
    },
    .flag("uniform-pages", \.uniformPages, "all pages are as large as the first: none is asked for its size"),
    .integer(
      "memory", "MB", 8...65_536, \.memory, "memory for pictures of pages",
      otherwise: "a sixth of the machine's, 24-256"),
    .integer(
      "workers", "N", 1...16, \.workers, "processes that read documents",
      otherwise: "one a core and one more, at most 4"),
    .workerMemory(\.workerMemory),
    .openTimeout(\.openTimeout),
    .renderTimeout(\.renderTimeout),
    .textTimeout(\.textTimeout),
    .passwordFile(\.passwordFile),
    allowLink,
    Row("tap-zones", "on|off", "taps at the left and right edge turn the page (default off)") {
      options, text throws(OptionValueError) in
      options.tapZones = try OptionValue.onOff(text)
    },
    Row("forms", "on|off", "visitors fill in forms where the document permits it (default on)") {
      options, text throws(OptionValueError) in
      options.forms = try OptionValue.onOff(text)
    },
    withoutGesture,
    gesture,
    .path("trace", "FILE", \.trace, "write what happens as JSON lines"),
    .path("frames", "DIR", \.frames, "write each changed frame as a PNG"),
    .path("stats", "FILE", \.stats, "write figures at the end as JSON"),
    Row("config", "FILE", "read this instead of lectern.conf; none for no file") {
      _, text throws(OptionValueError) in
      // Read before all others, by `Command`.
      _ = try OptionValue.path(text)
    }.with { $0.isConfigurable = false },
  ]

  private static let allowLink = Row(
    "allow-link", "PATTERN",
    "report links to HOST, *.HOST, a URL's beginning or SCHEME: as allowed; may be repeated (default none)"
  ) { options, text throws(OptionValueError) in
    guard options.links.allow(text) else {
      throw OptionValueError("must be HOST, *.HOST, SCHEME://HOST/START or SCHEME:, not “\(text)”")
    }
  }.with {
    $0.isRepeated = true
    $0.clear = { $0.links = LinkPermit() }
  }

  private static let withoutGesture = Row(
    "without-gesture", "NAME[,NAME...]",
    "gestures on the page that do nothing: "
      + GestureSwitches.Name.allCases.map(\.rawValue).joined(separator: ", ")
  ) { options, text throws(OptionValueError) in
    var off: Set<GestureSwitches.Name> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = GestureSwitches.Name(rawValue: String(word)) else {
        let all = GestureSwitches.Name.allCases.map(\.rawValue).joined(separator: ", ")
        throw OptionValueError("must be one or more of \(all), such as pinch,fling, not “\(text)”")
      }
      guard off.insert(name).inserted else { throw OptionValueError("names \(name.rawValue) twice") }
    }
    options.gesturesOff = off
  }

  private static let gesture = Row(
    "gesture", "NAME=VALUE", "a number of touching, see `lectern help gestures`; may be repeated"
  ) { options, text throws(OptionValueError) in
    guard let equals = text.firstIndex(of: "=") else {
      throw OptionValueError("must be NAME=VALUE, not “\(text)”")
    }
    let name = String(text[..<equals])
    guard let number = GestureSettings.numbers.first(where: { $0.name == name }) else {
      throw OptionValueError("“\(name)” is no number of touching; lectern help gestures lists them")
    }
    let range = number.unit.range
    guard let value = OptionValue.plainNumber(String(text[text.index(after: equals)...])),
      range.contains(value), options.gestures.set(name, to: value)
    else {
      let bounds = "\(OptionValue.shortest(range.lowerBound)) to \(OptionValue.shortest(range.upperBound))"
      throw OptionValueError("\(name) must be a number from \(bounds)")
    }
  }.with {
    $0.isRepeated = true
    $0.isKeyed = true
  }

  /// What a person can name as a document.
  static func location(_ text: String) throws(OptionValueError) -> String {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw OptionValueError("must name a document") }
    return text
  }
}

extension GestureSettings.Unit {
  /// What makes sense at all: it keeps typing errors out, taste is the installer's.
  var range: ClosedRange<Double> {
    switch self {
    case .millimetres: 0...500
    case .milliseconds: 0...60_000
    case .dp: 0...10_000
    case .dpPerSecond, .pixelsPerSecond: 0...100_000
    case .factor: 0.01...100
    }
  }
}
