import Testing

@testable import ViewerCore

@Suite("Command lines")
struct CommandTests {
  func show(_ arguments: String...) throws -> ViewerOptions? {
    guard case .show(let options) = try Command(arguments) else { return nil }
    return options
  }

  func replay(_ arguments: String...) throws -> ViewerOptions? {
    guard case .replay(let options) = try Command(["replay"] + arguments) else { return nil }
    return options
  }

  @Test("Showing is what happens when no command is named")
  func unnamed() throws {
    #expect(try Command(["show", "a.pdf"]) == Command(["a.pdf"]))
    #expect(try Command(["--page", "2", "a.pdf"]) == Command(["show", "a.pdf", "--page=2"]))
    #expect(try show("./info")?.sources == [SourceOptions(location: "./info")])
    #expect(try show("a", "-", "b")?.sources.map(\.location) == ["a", "-", "b"])
  }

  @Test("Without options the defaults hold")
  func defaults() throws {
    var expected = ViewerOptions()
    expected.sources = [SourceOptions(location: "a.pdf")]
    #expect(try show("a.pdf") == expected)
    #expect(expected.minimumZoom == 1 && expected.maximumZoom == 8)
    #expect(expected.openTimeout == .seconds(10) && expected.textTimeout == .seconds(3))
    #expect(expected.memory == nil && expected.workers == nil)
  }

  @Test("Replay has defaults of its own, which do not depend on the machine")
  func replayDefaults() throws {
    let options = try #require(try replay("--input", "c.yaml", "a.pdf"))
    #expect(options.display == .headless)
    #expect(options.output.size == PixelSize(width: 1080, height: 1920))
    #expect(options.output.dotsPerInch == 160)
    #expect(options.workers == 2 && options.memory == 256)
    #expect(options.inputs == ["c.yaml"])
  }

  static let settings: [([String], @Sendable (inout ViewerOptions) -> Void)] = [
    (["--display", "auto"], { $0.display = .auto }),
    (["--display", "drm"], { $0.display = .drm(connector: nil) }),
    (["--display", "drm:HDMI-A-1"], { $0.display = .drm(connector: "HDMI-A-1") }),
    (["--display", "headless"], { $0.display = .headless }),
    (["--size", "800x480"], { $0.output.size = PixelSize(width: 800, height: 480) }),
    (["--dpi", "92.5"], { $0.output.dotsPerInch = 92.5 }),
    (["--rotate", "90"], { $0.output.rotation = .quarter }),
    (["--atomic", "off"], { $0.output.atomic = false }),
    (["--layout", "paged"], { $0.layout.mode = .paged }),
    (["--axis", "horizontal"], { $0.layout.axis = .horizontal }),
    (
      ["--rtl", "--axis", "horizontal"],
      {
        $0.layout.axis = .horizontal
        $0.layout.isRightToLeft = true
      }
    ),
    (["--fit", "page"], { $0.layout.fit = .page }),
    (["--inset", "1,2,3,4"], { $0.layout.insets = Insets(top: 1, right: 2, bottom: 3, left: 4) }),
    (["--spacing", "0"], { $0.spacing = 0 }),
    (["--page", "117"], { $0.page = 117 }),
    (["--page", "1", "--page", "2"], { $0.page = 2 }),
    (["--min-zoom", "0.5"], { $0.minimumZoom = 0.5 }),
    (["--max-zoom=12"], { $0.maximumZoom = 12 }),
    (["--memory", "64"], { $0.memory = 64 }),
    (["--selection", "off"], { $0.selection = false }),
    (["--uniform-pages"], { $0.uniformPages = true }),
    (["--join"], { $0.joins = true }),
    (["--workers", "3"], { $0.workers = 3 }),
    (["--worker-memory", "512"], { $0.workerMemory = 512 }),
    (["--open-timeout", "2.5"], { $0.openTimeout = .milliseconds(2500) }),
    (["--render-timeout", "20"], { $0.renderTimeout = .seconds(20) }),
    (["--text-timeout", "0.1"], { $0.textTimeout = .milliseconds(100) }),
    (["--allow-link", "example.org"], { _ = $0.links.allow("example.org") }),
    (["--tap-zones", "on"], { $0.tapZones = true }),
    (["--forms", "off"], { $0.forms = false }),
    (["--password-file", "p"], { $0.passwordFile = "p" }),
    (
      ["--header", "A: b", "--header=C: d"],
      { $0.transfer.headers = ["A: b", "C: d"].compactMap { try? HeaderField($0) } }
    ),
    (["--max-age", "0.5"], { $0.transfer.maximumAge = .milliseconds(500) }),
    (["--cache-key", "plan"], { $0.transfer.key = "plan" }),
    (["--persistent"], { $0.transfer.isPersistent = true }),
    (["--ca-file", "f"], { $0.transfer.certificates = "f" }),
    (["--allow-http", "a", "--allow-http", "b"], { $0.transfer.plainHosts = ["a", "b"] }),
    (["--cache-dir", "d"], { $0.transfer.cacheFolder = "d" }),
    (["--cache-size", "5"], { $0.transfer.cacheSize = 5 }),
    (["--max-download", "9"], { $0.transfer.largest = 9 }),
    (["--input", "a", "--input", "b"], { $0.inputs = ["a", "b"] }),
    (["--trace", "t"], { $0.trace = "t" }),
    (["--trace=--t"], { $0.trace = "--t" }),
    (["--frames", "d"], { $0.frames = "d" }),
    (["--stats", "s"], { $0.stats = "s" }),
    (["--controls", "top"], { $0.controls = .top }),
    (["--theme", "dark"], { $0.look.theme = .dark }),
    (["--easy"], { $0.look.isEasy = true }),
    (["--reduce-motion"], { $0.look.reducesMotion = true }),
    (
      ["--language", "de,en"],
      {
        $0.languages = [.german, .english]
        $0.look.language = .german
      }
    ),
    (["--copy-qr"], { $0.showsCopies = true }),
    (["--idle", "90"], { $0.kiosk.idle = .seconds(90) }),
    (["--idle", "90", "--idle", "never"], { _ in }),
    (["--blank-after", "600"], { $0.kiosk.blankAfter = .seconds(600) }),
    (["--blank-by", "black"], { $0.kiosk.darkness = .black }),
    (["--hours", "daily 8:00-20:00"], { $0.kiosk.hours = WeeklyHours("daily 8:00-20:00") }),
    (["--attract", "documents"], { $0.kiosk.attract.subject = .documents }),
    (["--attract", "pages", "--attract", "off"], { _ in }),
    (["--attract-after", "30"], { $0.kiosk.attract.after = .seconds(30) }),
    (["--revalidate", "3600"], { $0.kiosk.revalidateEvery = .seconds(3600) }),
    (["--attract-every", "5"], { $0.kiosk.attract.every = .seconds(5) }),
    (["--text-channel", "off"], { $0.textChannel = .off }),
    (["--text-channel", "/run/s"], { $0.textChannel = .path("/run/s") }),
    (["--text-channel-group", "readers"], { $0.textChannelGroup = "readers" }),
    (["--control", "off"], { $0.control = .off }),
    (["--control", "/run/c"], { $0.control = .path("/run/c") }),
    (["--metrics", "m.prom"], { $0.metrics = "m.prom" }),
    (["--control-group", "staff"], { $0.controlGroup = "staff" }),
    (["--without-gesture", "pinch,double-tap"], { $0.gesturesOff = [.pinch, .doubleTap] }),
    (["--without-gesture", "tap", "--without-gesture=fling"], { $0.gesturesOff = [.fling] }),
    (["--gesture", "tap-reach=5"], { $0.gestures.tapReach = 5 }),
    (
      ["--gesture", "tap-time=1", "--gesture=rubber-band=.5"],
      {
        $0.gestures.tapTime = 1
        $0.gestures.rubberBand = 0.5
      }
    ),
  ]

  @Test("Each option sets its own value and no other", arguments: settings.indices)
  func setting(index: Int) throws {
    let (arguments, change) = Self.settings[index]
    var expected = ViewerOptions()
    expected.sources = [SourceOptions(location: "a.pdf")]
    change(&expected)
    #expect(try Command(arguments + ["a.pdf"]) == .show(expected))
    #expect(try Command(["show", "a.pdf"] + arguments) == .show(expected))
  }

  @Test("Every option of the table is tried above, so that no row points at the wrong place")
  func completeness() {
    let tried = Set(Self.settings.compactMap { $0.0.first?.split(separator: "=").first.map(String.init) })
    let all = Set(OptionTable<ViewerOptions>.show.specs.map { "--\($0.name)" })
    #expect(all.subtracting(tried) == ["--config"])
  }

  @Test(
    "What is wrong is said with its option",
    arguments: [
      (["--page", "0", "a"], "--page: must be a whole number from 1 to 1000000, not “0” [usage]"),
      (["--page", "x", "a"], "--page: must be a whole number from 1 to 1000000, not “x” [usage]"),
      (["a", "--page"], "--page: needs a value [usage]"),
      (["--trace", "--stats", "s", "a"], "--trace: needs a value [usage]"),
      (
        ["--display", "hdmi", "a"],
        "--display: must be auto, drm, drm:CONNECTOR or headless, not “hdmi” [usage]"
      ),
      (
        ["--display", "drm:", "a"],
        "--display: must be auto, drm, drm:CONNECTOR or headless, not “drm:” [usage]"
      ),
      (["--fit", "both", "a"], "--fit: must be width, height or page, not “both” [usage]"),
      (["--layout", "book", "a"], "--layout: must be continuous, paged or single, not “book” [usage]"),
      (["--rtl", "a"], "--rtl: needs --axis horizontal [usage]"),
      (["--rtl", "--axis", "vertical", "a"], "--rtl: needs --axis horizontal [usage]"),
      (["--rtl=true", "--axis", "horizontal", "a"], "--rtl: takes no value [usage]"),
      (
        ["--inset", "1,2,3", "a"],
        "--inset: must be TOP,RIGHT,BOTTOM,LEFT in pixels from 0 to 4000, such as 0,20,0,20, not “1,2,3” [usage]"
      ),
      (["--rotate", "45", "a"], "--rotate: must be 0, 90, 180 or 270, not “45” [usage]"),
      (["--max-zoom", "1000", "a"], "--max-zoom: must be a number from 0.01 to 64, not “1000” [usage]"),
      (["--min-zoom", "9", "a"], "--min-zoom: must not exceed --max-zoom [usage]"),
      (
        ["--without-gesture", "swipe", "a"],
        "--without-gesture: must be one or more of tap, double-tap, long-press, drag, fling, pinch, "
          + "document-swipe, such as pinch,fling, not “swipe” [usage]"
      ),
      (["--without-gesture", "fling,fling", "a"], "--without-gesture: names fling twice [usage]"),
      (["a", "--without-gesture"], "--without-gesture: needs a value [usage]"),
      (["--gesture", "tap", "a"], "--gesture: must be NAME=VALUE, not “tap” [usage]"),
      (
        ["--gesture", "hop=1", "a"],
        "--gesture: “hop” is no number of touching; lectern help gestures lists them [usage]"
      ),
      (["--gesture", "tap-reach=-1", "a"], "--gesture: tap-reach must be a number from 0 to 500 [usage]"),
      (["--gesture", "zoom-step=0", "a"], "--gesture: zoom-step must be a number from 0.01 to 100 [usage]"),
      (["--colour", "a"], "--colour: is no option here [usage]"),
      (["--pages", "2", "a"], "--pages: is no option here; did you mean --page? [usage]"),
      (["--render-time", "2", "a"], "--render-time: is no option here [usage]"),
      (["-x", "a"], "-x: is no option here [usage]"),
      ([], "SOURCE is missing: name a file or a folder [usage]"),
      (["show"], "SOURCE is missing: name a file or a folder [usage]"),
      ([""], "must name a document [usage]"),
      (["export", "a.pdf"], "-o: is missing: where shall the document go? [usage]"),
      (["forms", "set", "a.pdf", "-o", "b.pdf"], "a.pdf: needs NAME=VALUE [usage]"),
      (["forms", "set", "a.pdf", "x=1"], "-o: is missing: where shall the document go? [usage]"),
      (["forms", "set", "a.pdf", "x", "-o", "b"], "x: must be NAME=VALUE, not “x” [usage]"),
      (
        ["forms", "get", "a.pdf", "x=1"],
        "x=1: takes no “x=1”; values are put in by forms set, several documents are read with --join [usage]"
      ),
      (["forms", "get", "a.pdf", "-o", "b.pdf"], "-o: is for forms set [usage]"),
      (["search", "word"], "QUERY SOURCE is missing [usage]"),
      (
        ["search", "word", "a", "b"],
        "b: is one document too many; --join reads several as one [usage]"
      ),
      (
        ["search", "--page=3-2", "word", "a"],
        "--page: must be a whole number from 3 to 1000000, not “2” [usage]"
      ),
      (
        ["search", "--workers=0", "word", "a"],
        "--workers: must be a whole number from 1 to 16, not “0” [usage]"
      ),
      (["replay", "a"], "--input: is missing: replay needs a clip to play [usage]"),
      (["replay", "--display", "drm", "a"], "--display: is no option here [usage]"),
      (["record"], "FILE is missing [usage]"),
      (["info", "a", "b"], "b: is one document too many; --join reads several as one [usage]"),
      (["export", "a", "b", "-o", "c"], "b: is one document too many; --join reads several as one [usage]"),
      (
        ["text", "--join", "a", "b", "--cache-key", "k"], "--cache-key: is for one document [usage]"
      ),
      (
        ["text", "--join", "a", "b", "c", "--password-file=p", "--password-file=q"],
        "--password-file: is given 2 times; give it once, or once for each source (none for one without) [usage]"
      ),
      (
        ["forms", "set", "--join", "a", "x=1", "-o", "b"],
        "--join: is for forms get; values are put into one document [usage]"
      ),
      (["info", "--json=yes", "a"], "--json: takes no value [usage]"),
      (["doctor", "a"], "a: is one argument too many [usage]"),
      (["render", "a"], "-o: is missing: where shall the picture go? [usage]"),
      (["render", "a", "-o", "b.gif"], "b.gif: must end in .png, .jpg or .jpeg [usage]"),
      (["render", "a", "-o", "b.png", "--quality", "9"], "--quality: is for JPEG only [usage]"),
      (
        ["render", "a", "-ob.png", "--width=9", "--scale=1"],
        "--scale: and --width exclude each other [usage]"
      ),
      (["help", "nothing"], "nothing: is no command here [usage]"),
    ] as [([String], String)])
  func failures(arguments: [String], line: String) {
    let failure = #expect(throws: Failure.self) { try Command(arguments) }
    #expect(failure?.line == line)
    #expect(failure?.code.exitStatus == 64)
  }

  @Test("The other commands have their own options")
  func commands() throws {
    var render = RenderOptions()
    render.document.sources = ["a.pdf"]
    render.output = "b.JPG"
    render.page = 3
    render.width = 100
    render.extent = .width(100)
    render.clip = PixelRect(x: 1, y: 2, width: 3, height: 4)
    render.rotation = .half
    render.background = 0x102030
    render.quality = 50
    render.document.passwordFiles = ["p"]
    render.document.worker.memory = 300
    render.document.worker.openTimeout = .seconds(4)
    render.document.worker.renderTimeout = .seconds(5)
    #expect(
      try Command([
        "render", "a.pdf", "--page", "3", "--width", "100", "--clip", "1,2,3,4", "--rotate", "180",
        "--background", "#102030", "--quality", "50", "--password-file", "p", "-o", "b.JPG",
        "--worker-memory", "300", "--open-timeout", "4", "--render-timeout", "5",
      ]) == .render(render))
    #expect(render.format == .jpeg(quality: 50))
    guard case .render(let scaled) = try Command(["render", "--scale", "1.5", "a", "--output=b.png"]) else {
      Issue.record("no render")
      return
    }
    #expect(scaled.extent == .scale(1.5) && scaled.format == .png)

    var info = InfoOptions()
    info.document.sources = ["-"]
    info.json = true
    #expect(try Command(["info", "--json", "-"]) == .info(info))
    var text = TextOptions()
    text.document.sources = ["a"]
    text.page = 2
    text.document.worker.textTimeout = .milliseconds(500)
    #expect(try Command(["text", "a", "--page=2", "--text-timeout=.5"]) == .text(text))
    text.json = true
    #expect(try Command(["text", "a", "--page=2", "--text-timeout=.5", "--json"]) == .text(text))
    var search = SearchOptions()
    search.query = "two words"
    search.document.sources = ["a"]
    search.pages = 3...7
    search.workers = 4
    #expect(try Command(["search", "two words", "a", "--page=3-7", "--workers", "4"]) == .search(search))
    search.pages = 3...3
    search.json = true
    #expect(
      try Command(["search", "--page=3", "--workers=4", "--json", "two words", "a"]) == .search(search))
    var cache = CacheOptions()
    cache.action = .fetch
    cache.address = "https://h/d"
    cache.transfer.headers = [try HeaderField("A: b"), try HeaderField("C: d")]
    cache.transfer.maximumAge = .seconds(60)
    cache.transfer.key = "k"
    cache.transfer.isPersistent = true
    cache.transfer.certificates = "ca"
    cache.transfer.plainHosts = ["one", "two"]
    cache.transfer.cacheFolder = "dir"
    cache.transfer.cacheSize = 7
    #expect(
      try Command([
        "cache", "fetch", "https://h/d", "--header", "A: b", "--header=C: d", "--max-age", "60",
        "--cache-key=k",
        "--persistent", "--ca-file", "ca", "--allow-http", "one", "--allow-http", "two", "--cache-dir", "dir",
        "--cache-size", "7",
      ]) == .cache(cache))
    for words in [["fetch"], ["remove"], ["list", "x"], ["size", "x"], ["clear", "x"], ["open", "x"], []] {
      #expect(throws: Failure.self) { try Command(["cache"] + words) }
    }
    #expect(throws: Failure.self) { try Command(["info", "a", "--header", "no header"]) }
    #expect(throws: Failure.self) { try Command(["info", "a", "--allow-http", "http://host"]) }
    var record = RecordOptions()
    record.file = "clip"
    #expect(try Command(["record", "clip"]) == .record(record))
    var bench = BenchOptions()
    bench.cases = ["frames", "open"]
    #expect(try Command(["bench", "frames", "open"]) == .bench(bench))
    #expect(try Command(["doctor"]) == .doctor(DoctorOptions()))
    #expect(try Command(["--version"]) == .version)
    #expect(try replay("--input", "c", "a", "--render-time", "16.5")?.renderTime == .microseconds(16_500))
  }

  @Test("Every command explains itself with every option it takes", arguments: CommandName.allCases)
  func help(name: CommandName) throws {
    guard case .help(let text) = try Command([name.rawValue, "--help"]),
      case .help(let overview) = try Command(["--help"])
    else {
      Issue.record("no help")
      return
    }
    if name == .help {
      #expect(text == overview)
      return
    }
    #expect(try Command(["help", name.rawValue]) == .help(text))
    #expect(overview.contains("lectern \(name == .show ? "[show]" : name.rawValue)"))
    #expect(text.hasPrefix("Usage: lectern "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    if name == .replay {
      for spec in OptionTable<ViewerOptions>.replay.specs where spec.isListed {
        #expect(text.contains("  --\(spec.name) "))
      }
    }
  }

  @Test("Help says defaults and ranges as the tables have them")
  func notes() throws {
    guard case .help(let text) = try Command(["replay", "-h"]) else { return }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("(default 1080x1920)"))
    #expect(words.contains("(1-16, default 2)"))
    #expect(words.contains("(0.01-64, default 8)"))
    #expect(words.contains("--fit width|height|page what of the screen a page fills (default width)"))
    guard case .help(let gestures) = try Command(["help", "gestures"]) else { return }
    for number in GestureSettings.numbers { #expect(gestures.contains("  \(number.name) ")) }
    #expect(gestures.contains("3.5 mm"))
  }
}
