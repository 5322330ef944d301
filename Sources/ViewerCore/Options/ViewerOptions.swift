/// Where the picture goes.
package enum DisplayTarget: Hashable, Sendable {
  /// The first connected screen; headless is never chosen by itself.
  case auto
  /// A DRM connector by the kernel's name, such as `HDMI-A-1`; nil for the first connected one.
  case drm(connector: String?)
  /// Memory only.
  case headless
}

/// A document to show, and what belongs to it alone.
package struct SourceOptions: Hashable, Sendable {
  /// A file, a folder, an address or `-`.
  package var location: String
  /// File whose first line is the password; stands before `ViewerOptions.passwordFile`.
  package var passwordFile: String?
  /// What is said of its transfer alone; nil where what holds for all does. Each stands before its namesake in
  /// `TransferOptions`.
  package var headers: [HeaderField]?
  package var maximumAge: Duration?
  package var key: String?
  package var isPersistent: Bool?

  package init(location: String, passwordFile: String? = nil) {
    self.location = location
    self.passwordFile = passwordFile
  }
}

/// Where a socket for programs of this machine stands.
package enum SocketPlace: Hashable, Sendable {
  /// In the folder for such things that the system gives the program, if there is one.
  case automatic
  case off
  case path(String)
}

/// What is said about one screen; nil where nothing is.
package struct OutputOptions: Hashable, Sendable {
  /// Replaces what the panel says of how it is built in.
  package var rotation: Rotation?
  package var dotsPerInch: Double?
  /// On a screen: only modes of exactly this size. Headless: the picture's size.
  package var size: PixelSize?
  /// Whether to use atomic commits; nil wherever they are known to work.
  package var atomic: Bool?

  package init() {}
}

/// Everything that `show` and `replay` can be told: defaults, under lectern.conf, under the command line.
package struct ViewerOptions: TransferringOptions, Hashable, Sendable {
  package var sources: [SourceOptions] = []
  /// Whether all of them are shown as one document.
  package var joins = false
  /// How they are had from servers.
  package var transfer = TransferOptions()
  package var display = DisplayTarget.auto
  /// What holds for every screen.
  package var output = OutputOptions()
  /// What `[output NAME]` says about a screen of that name.
  package var outputs: [String: OutputOptions] = [:]
  package var layout = LayoutStyle()
  /// px between pages; nil for 8 dp.
  package var spacing: Int?
  /// The page to begin with, counted from 1.
  package var page = 1
  /// Relative to the fitted page.
  package var minimumZoom = 1.0
  package var maximumZoom = 8.0
  /// MB of picture memory; nil for a share of the machine's.
  package var memory: Int?
  /// Worker processes; nil for one a core and one more, at most 4: a search uses all but one.
  package var workers: Int?
  /// MB of address space of a worker.
  package var workerMemory = 1024
  /// CPU time of a worker for opening a document, drawing a page, and reading its text or links.
  package var openTimeout = Duration.seconds(10)
  package var renderTimeout = Duration.seconds(10)
  package var textTimeout = Duration.seconds(3)
  /// File whose first line is the password of every document without one of its own.
  package var passwordFile: String?
  /// Addresses that links may lead to.
  package var links = LinkPermit()
  /// Whether a tap at the left or right edge turns the page.
  package var tapZones = false
  /// Whether forms can be filled in.
  package var forms = true
  package var gestures = GestureSettings()
  /// Gestures on the page that do nothing.
  package var gesturesOff: Set<GestureSwitches.Name> = []
  /// Whether text can be selected.
  package var selection = true
  /// All pages are as large as the first.
  package var uniformPages = false
  package var controls = ControlsPlace.bottom
  /// How the viewer's own things look; its language is the first of `languages`.
  package var look = Look()
  /// What a visitor may choose from; never empty.
  package var languages: [Look.Language] = [.english]
  /// Copied text is shown as a code for the visitor's phone.
  package var showsCopies = false
  /// What the kiosk does while nobody touches it.
  package var kiosk = KioskSettings()
  package var textChannel = SocketPlace.automatic
  /// Group whose members may connect to the text channel; nil for the program's own.
  package var textChannelGroup: String?
  /// Where `lectern ctl` connects.
  package var control = SocketPlace.automatic
  /// Group whose members may give commands; nil for the program's own.
  package var controlGroup: String?
  /// Clips to play: at `replay` the devices, at `show` beside the real ones.
  package var inputs: [String] = []
  package var trace: String?
  package var frames: String?
  package var stats: String?
  /// Where figures for Prometheus are kept.
  package var metrics: String?
  /// Virtual time that each rendering takes in `replay`.
  package var renderTime = Duration.zero

  package init() {}

  /// What `replay` starts from, so that a clip looks alike on every machine.
  package static let replay: ViewerOptions = {
    var options = ViewerOptions()
    options.display = .headless
    options.output.size = PixelSize(width: 1080, height: 1920)
    options.output.dotsPerInch = 160
    options.workers = 2
    options.memory = 256
    return options
  }()

  /// What `[output NAME]` says about a screen.
  subscript(outputNamed name: String) -> OutputOptions {
    get { outputs[name] ?? OutputOptions() }
    set { outputs[name] = newValue }
  }

  /// What holds for a screen: its own section of lectern.conf where that says something, else what holds for all.
  package func output(named name: String) -> OutputOptions {
    var result = output
    guard let own = outputs[name] else { return result }
    result.rotation = own.rotation ?? result.rotation
    result.dotsPerInch = own.dotsPerInch ?? result.dotsPerInch
    result.size = own.size ?? result.size
    result.atomic = own.atomic ?? result.atomic
    return result
  }

  /// How a source is had from its server.
  package func transfer(of source: SourceOptions) -> TransferOptions {
    var result = transfer
    result.headers = source.headers ?? transfer.headers
    result.maximumAge = source.maximumAge ?? transfer.maximumAge
    result.key = source.key ?? transfer.key
    result.isPersistent = source.isPersistent ?? transfer.isPersistent
    return result
  }

  /// The password file that holds for a source.
  package func passwordFile(for source: SourceOptions) -> String? {
    source.passwordFile ?? passwordFile
  }
}
