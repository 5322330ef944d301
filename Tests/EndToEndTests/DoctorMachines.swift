import Display
import Posix
import ViewerCore

@testable import ViewerApp

extension MachineFacts {
  /// A machine that lacks nothing: one card, one screen, one touchscreen, everything installed.
  static func kiosk() -> MachineFacts {
    MachineFacts(
      system: System(
        kernel: "6.1.0-18-amd64", architecture: "x86_64", model: "Box 3", processors: 4, memory: 2 << 30),
      user: "kiosk",
      groups: [
        Group(name: "video", isOurs: true, listsUser: true),
        Group(name: "input", isOurs: true, listsUser: true),
      ],
      cards: [Card(name: "card0", access: .allowed, driver: "i915", connectors: [.screen("HDMI-A-1")])],
      inputs: [.touchscreen()],
      rules: Rules(installed: "/etc/udev/rules.d/70-lectern.rules", source: nil),
      console: Console(name: "tty1", access: .allowed, login: nil),
      worker: .success("/usr/bin/lectern-worker"), pictures: .success("/usr/bin/lectern-pictures"),
      configuration: .valid(path: "/etc/lectern/lectern.conf", ViewerOptions(), missing: []))
  }

  /// A container without devices, started by root of nothing.
  static func headlessServer() -> MachineFacts {
    var facts = kiosk()
    facts.cards = []
    facts.inputs = []
    facts.udevRuns = false
    facts.console = nil
    return facts
  }

  func with(_ change: (inout MachineFacts) -> Void) -> MachineFacts {
    var facts = self
    change(&facts)
    return facts
  }

  var report: DoctorReport { DoctorReport(findings: Diagnosis(self).findings) }
  var lacking: [Finding] { report.findings.filter { $0.state == .lacks } }

  /// The finding of one check.
  func finding(_ check: String) -> Finding? { report.findings.first { $0.check == check } }
}

extension MachineFacts.Input {
  static func touchscreen(tagged: Bool = true) -> MachineFacts.Input {
    MachineFacts.Input(
      name: "event3", title: "ILITEK Multi-Touch", access: .allowed,
      properties: tagged ? ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"] : [:], isTouchPanel: true,
      vendor: "222a", product: "0001")
  }

  static func keyboard() -> MachineFacts.Input {
    MachineFacts.Input(
      name: "event0", title: "Power Button", access: .allowed,
      properties: ["ID_INPUT": "1", "ID_INPUT_KEY": "1"])
  }
}

extension ConnectorState {
  /// A 1080p monitor of 24 inches.
  static func screen(
    _ name: String, _ status: Status = .connected, modes: [DisplayMode] = [.fullHD],
    millimetres: PixelSize = PixelSize(width: 527, height: 296)
  ) -> ConnectorState {
    ConnectorState(
      id: 40, kind: .hdmiA, index: 1, name: name, status: status, currentCRTC: nil, possibleCRTCs: 1,
      modes: status == .connected ? modes : [], millimetres: millimetres)
  }
}

extension DisplayMode {
  static let fullHD = DisplayMode(
    clock: 148_500, horizontal: Timing(visible: 1920, syncStart: 2008, syncEnd: 2052, total: 2200),
    vertical: Timing(visible: 1080, syncStart: 1084, syncEnd: 1089, total: 1125), type: 1 << 3,
    name: "1920x1080")
}
