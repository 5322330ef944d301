import Testing

@testable import ViewerCore

@Suite("Configuration under the command line")
struct ViewerConfigurationTests {
  /// Sections of `key = value` lines; line numbers count entries alone.
  func configuration(_ sections: (String, [(String, String)])...) -> ViewerConfiguration {
    var line = 0
    return ViewerConfiguration(
      sections: sections.map { name, entries in
        .init(
          name: name,
          entries: entries.map { key, value in
            line += 1
            return OptionEntry(name: key, value: value, origin: .file("lectern.conf", line: line))
          }, origin: .file("lectern.conf", line: line))
      })
  }

  func options(_ arguments: [String], _ configuration: ViewerConfiguration) throws -> ViewerOptions? {
    switch try Command(arguments, readConfiguration: { _ in configuration }) {
    case .show(let options), .replay(let options): options
    default: nil
    }
  }

  @Test("The file sets, the command line wins")
  func layers() throws {
    let file = configuration(
      (
        "kiosk",
        [("page", "5"), ("memory", "64"), ("input.1", "a"), ("input.2", "b"), ("gesture.tap-time", "7")]
      ))
    let options = try #require(
      try options(["--page", "2", "--input", "c", "--gesture", "tap-reach=1", "x.pdf"], file))
    #expect(options.page == 2)
    #expect(options.memory == 64)
    #expect(options.inputs == ["c"])
    #expect(options.gestures.tapReach == 1)
    #expect(options.gestures.tapTime == 7)
  }

  @Test("Sources come from the file unless some are typed")
  func sources() throws {
    let file = configuration(
      ("source A b", [("file", "a.pdf"), ("password-file", "p")]), ("source C", [("file", "c.pdf")]),
      ("kiosk", [("password-file", "q")]))
    let configured = try #require(try options([], file))
    #expect(configured.sources.map(\.location) == ["a.pdf", "c.pdf"])
    #expect(configured.sources.map { configured.passwordFile(for: $0) } == ["p", "q"])
    #expect(try options(["x.pdf"], file)?.sources == [SourceOptions(location: "x.pdf")])
  }

  @Test("What a source says of its transfer stands before what holds for all")
  func transfers() throws {
    let file = configuration(
      (
        "source A",
        [("file", "https://h/a.pdf"), ("header.1", "X: 1"), ("header.2", "Y: 2"), ("max-age", "60")]
      ),
      ("source B", [("file", "https://h/b.pdf"), ("persistent", "false"), ("cache-key", "b")]),
      ("kiosk", [("header.1", "Z: 3"), ("max-age", "5"), ("persistent", "true")]))
    let configured = try #require(try options([], file))
    let transfers = configured.sources.map { configured.transfer(of: $0) }
    #expect(transfers.map { $0.headers.map(\.name) } == [["X", "Y"], ["Z"]])
    #expect(transfers.map(\.maximumAge) == [.seconds(60), .seconds(5)])
    #expect(transfers.map(\.isPersistent) == [true, false])
    #expect(transfers.map(\.key) == [nil, "b"])
    for (key, value) in [("header.1", "A:\nB"), ("persistent", "yes"), ("max-age", "-1"), ("cache-key", "")] {
      #expect(throws: Failure.self) {
        _ = try options([], configuration(("source A", [("file", "a"), (key, value)])))
      }
    }
  }

  @Test("A screen's section stands over [kiosk] and under the command line")
  func outputs() throws {
    let file = configuration(
      ("output HDMI-A-1", [("rotate", "90"), ("dpi", "100")]),
      ("kiosk", [("rotate", "180"), ("size", "10x20")]))
    let configured = try #require(try options(["x"], file))
    #expect(configured.output(named: "HDMI-A-1").rotation == .quarter)
    #expect(configured.output(named: "HDMI-A-1").size == PixelSize(width: 10, height: 20))
    #expect(configured.output(named: "DP-1").rotation == .half)
    #expect(configured.output(named: "DP-1").dotsPerInch == nil)
    let typed = try #require(try options(["--rotate", "270", "x"], file))
    #expect(typed.output(named: "HDMI-A-1").rotation == .threeQuarters)
    #expect(typed.output(named: "HDMI-A-1").dotsPerInch == 100)
  }

  @Test("Mistakes name file, line and key")
  func mistakes() throws {
    func line(_ section: String, _ entries: (String, String)...) -> String? {
      let failure = #expect(throws: Failure.self) {
        _ = try options(["x"], configuration((section, entries)))
      }
      #expect(failure?.code.exitStatus == 78)
      return failure?.line
    }
    #expect(
      line("kiosk", ("page", "1"), ("pages", "1"))
        == "lectern.conf:2: pages: is no option here [bad-configuration]")
    #expect(
      line("kiosk", ("workers", "99"))
        == "lectern.conf:1: workers: must be a whole number from 1 to 16, not “99” [bad-configuration]")
    #expect(line("kiosk", ("page.1", "1"))?.contains("page.1: is no option here") == true)
    #expect(line("kiosk", ("config", "x"))?.contains("config: is no option here") == true)
    #expect(line("kiosk", ("gesture.hop", "1"))?.contains("“hop” is no number of touching") == true)
    #expect(
      line("kiosk", ("without-gesture", "pinch,"))?.contains(":1: without-gesture: must be one or more of")
        == true)
    #expect(line("output DP-1", ("page", "1"))?.contains("page: is no option here") == true)
    #expect(line("source A", ("password-file", "p"))?.contains("[source A]: needs file =") == true)
    #expect(line("kiosks", ("page", "1"))?.contains("[kiosks]: is no section") == true)
    #expect(line("output", ("dpi", "100"))?.contains("[output]: is no section") == true)
  }

  @Test("A replay reads no configuration unless told to, and has no screen even then")
  func replay() throws {
    var asked: [String?] = []
    func inputs(_ arguments: [String]) throws -> ViewerOptions? {
      let command = try Command(arguments) { path throws(Failure) in
        asked.append(path)
        return configuration(("kiosk", [("page", "9"), ("display", "drm")]))
      }
      guard case .replay(let options) = command else { return nil }
      return options
    }
    #expect(try inputs(["replay", "--input", "c", "a"])?.page == 1)
    #expect(asked.isEmpty)
    let options = try inputs(["replay", "--input", "c", "--config", "f", "a"])
    #expect(options?.page == 9 && options?.display == .headless)
    #expect(asked == ["f"])
  }

  @Test("Show reads the usual file, a named one, or none; a mistyped line reads nothing")
  func which() throws {
    var asked: [String?] = []
    for arguments in [
      ["a"], ["--config", "f", "a"], ["--config", "none", "a"], ["--page", "x", "a"], ["info", "a"],
    ] {
      _ = try? Command(arguments) { path throws(Failure) in
        asked.append(path)
        return nil
      }
    }
    #expect(asked == [nil, "f"])
  }
}
