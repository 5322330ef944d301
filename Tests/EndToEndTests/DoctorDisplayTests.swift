import Display
import Posix
import Testing
import ViewerCore

@testable import ViewerApp

struct DoctorDisplayTests {
  private func card(_ connectors: [ConnectorState], _ name: String = "card0") -> MachineFacts.Card {
    MachineFacts.Card(name: name, access: .allowed, driver: "vc4", connectors: connectors)
  }

  @Test(
    "A machine without a card is told why by what its kernel says",
    arguments: [
      (MachineFacts.System.plain, "lspci"),
      (MachineFacts.System.plain.with { $0.kernelOptions = ["quiet", "nomodeset"] }, "remove nomodeset"),
      (MachineFacts.System.plain.with { $0.kernel = "6.1.0-18-cloud-amd64" }, "linux-image-amd64"),
      (MachineFacts.System.plain.with { $0.model = "Raspberry Pi 4 Model B" }, "vc4-kms-v3d"),
    ])
  func noCard(system: MachineFacts.System, fix: String) throws {
    let facts = MachineFacts.headlessServer().with { $0.system = system }
    #expect(try #require(facts.finding("display")?.fix).contains(fix))
    let contained = facts.with { $0.hiddenCards = ["card0"] }
    #expect(try #require(contained.finding("display")?.fix).contains("container"))
  }

  @Test(
    "Whoever has the screen is named, with the way to end it",
    arguments: [
      ([RunningProcess(id: 88, name: "plymouthd")], .lacks, "plymouthd (process 88)", "plymouth quit"),
      ([RunningProcess(id: 9, name: "Xorg")], .lacks, "Xorg (process 9)", "display-manager"),
      ([], .lacks, "Another program has it.", "display-manager"),
      ([RunningProcess(id: 5, name: "lectern")], .ok, "used by lectern (process 5)", nil),
    ] as [([RunningProcess], Finding.State, String, String?)])
  func taken(holders: [RunningProcess], state: Finding.State, message: String, fix: String?) throws {
    let facts = MachineFacts.kiosk().with { $0.cards[0].master = .taken(by: holders) }
    let finding = try #require(facts.finding("display card0"))
    #expect(finding.state == state)
    #expect(finding.message.contains(message))
    #expect(finding.fix?.contains(fix ?? "?") == (fix == nil ? nil : true))
    // What is plugged in is told all the same.
    #expect(facts.finding("connector HDMI-A-1")?.state == .ok)
  }

  @Test(
    "A screen's data is believed only where it can be true",
    arguments: [
      (PixelSize(width: 527, height: 296), true), (PixelSize(width: 0, height: 0), false),
      (PixelSize(width: 160, height: 90), true), (PixelSize(width: 16, height: 9), false),
      (PixelSize(width: 300, height: 300), false), (PixelSize(width: 1600, height: 900), false),
    ])
  func density(millimetres: PixelSize, believed: Bool) throws {
    let facts = MachineFacts.kiosk().with {
      $0.cards = [card([.screen("HDMI-A-1", millimetres: millimetres)])]
    }
    #expect(facts.lacking.isEmpty == believed)
    guard !believed else { return }
    #expect(try #require(facts.finding("connector HDMI-A-1")?.fix).contains("[output HDMI-A-1]"))
    // Once somebody has measured it, nothing is lacking.
    var options = ViewerOptions()
    options.outputs["HDMI-A-1"] = OutputOptions()
    options.outputs["HDMI-A-1"]?.dotsPerInch = 81.5
    let measured = facts.with { $0.configuration = .valid(path: "lectern.conf", options, missing: []) }
    #expect(measured.lacking.isEmpty)
    #expect(measured.finding("connector HDMI-A-1")?.message.contains("81.5 dpi by configuration") == true)
  }

  @Test("A screen without picture sizes can be forced, and so can one that is not seen at all")
  func force() throws {
    let silent = MachineFacts.kiosk().with { $0.cards = [card([.screen("DP-1", modes: [])])] }
    #expect(silent.lacking.map(\.check) == ["connector DP-1"])
    #expect(try #require(silent.lacking[0].fix).contains("video=DP-1:"))
    let none = MachineFacts.kiosk().with {
      $0.cards = [card([.screen("HDMI-A-1", .disconnected), .screen("HDMI-A-2", .unknown)])]
    }
    #expect(none.lacking.map(\.check) == ["screen"])
    #expect(none.lacking[0].message.contains("HDMI-A-1, HDMI-A-2"))
    var interlaced = DisplayMode.fullHD
    interlaced.flags = 1 << 4
    let old = MachineFacts.kiosk().with { $0.cards = [card([.screen("DP-1", modes: [interlaced])])] }
    #expect(old.lacking.map(\.message) == ["None of the screen's 1 picture sizes can be shown."])
  }

  @Test("Cards that only render are no lack beside one that shows, and one alone")
  func renderOnly() {
    let two = MachineFacts.kiosk().with { $0.cards.append(card([], "card1")) }
    #expect(two.lacking.isEmpty)
    #expect(two.finding("display card1")?.state == .ok)
    let one = MachineFacts.kiosk().with { $0.cards = [card([])] }
    #expect(one.lacking.map(\.check) == ["screen"])
  }

  @Test("What lectern.conf says of screens is held against those that are there")
  func configured() {
    var options = ViewerOptions()
    options.display = .drm(connector: "DSI-1")
    options.outputs["DSI-2"] = OutputOptions()
    options.output.size = PixelSize(width: 800, height: 480)
    let facts = MachineFacts.kiosk().with {
      $0.configuration = .valid(path: "lectern.conf", options, missing: [])
      $0.cards[0].connectors.append(.screen("HDMI-A-2", .disconnected))
    }
    #expect(facts.lacking.map(\.check) == ["connector HDMI-A-1", "connector DSI-1"])
    #expect(facts.finding("connector DSI-2")?.state == .note)
    options.display = .drm(connector: "HDMI-A-2")
    options.output.size = nil
    let unplugged = facts.with { $0.configuration = .valid(path: "lectern.conf", options, missing: []) }
    #expect(unplugged.lacking.map(\.check) == ["connector HDMI-A-2"])
  }

  @Test("A program's name cannot move the terminal's cursor")
  func outsideText() {
    let facts = MachineFacts.kiosk().with {
      $0.cards[0].master = .taken(by: [RunningProcess(id: 4, name: "x\u{1B}[2J\u{202E}")])
    }
    #expect(facts.finding("display card0")?.message == "Another program has it: x?[2J? (process 4).")
  }
}

extension MachineFacts.System {
  static let plain = MachineFacts.System(
    kernel: "6.1.0", architecture: "x86_64", processors: 1, memory: 1 << 30)

  func with(_ change: (inout MachineFacts.System) -> Void) -> MachineFacts.System {
    var system = self
    change(&system)
    return system
  }
}
