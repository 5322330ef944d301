import Testing
import ViewerCore

@testable import Display

@Suite struct DisplayFinderTests {
  private static let size = PixelSize(width: 64, height: 32)

  private func connector(_ name: String, _ kind: ConnectorState.Kind, _ id: UInt32) -> ConnectorState {
    SimulatedDevice.monitor(Self.size, name: name, kind: kind, id: id)
  }

  @Test("Built-in panels come before monitors, virtual screens last, writeback never")
  func order() {
    let first = SimulatedDevice(connectors: [
      connector("Writeback-1", .writeback, 11), connector("Virtual-1", .virtual, 12),
      connector("HDMI-A-1", .hdmiA, 13),
    ])
    let second = SimulatedDevice(connectors: [
      connector("DP-1", .displayPort, 11), connector("DSI-1", .dsi, 12),
    ])
    let names = DisplayFinder(devices: [first, second]).candidates().map(\.connector.name)
    #expect(names == ["DSI-1", "HDMI-A-1", "DP-1", "Virtual-1"])
  }

  @Test("A disconnected connector, one without modes and a headset are no screens")
  func notShowable() {
    var unplugged = connector("HDMI-A-1", .hdmiA, 11)
    unplugged.status = .disconnected
    var empty = connector("HDMI-A-2", .hdmiA, 12)
    empty.modes = []
    var interlaced = connector("HDMI-A-3", .hdmiA, 14)
    interlaced.modes = [SimulatedDevice.mode(Self.size, flags: DisplayMode.interlaceFlag)]
    let device = SimulatedDevice(connectors: [
      unplugged, empty, interlaced, connector("DP-1", .displayPort, 13),
    ])
    device.setValue(13, "non-desktop", 1)
    #expect(DisplayFinder(devices: [device]).candidates().isEmpty)
    let failure = #expect(throws: Failure.self) { try DisplayFinder(devices: [device]).find(DisplayChoice()) }
    #expect(failure?.code == .noDisplay)
    #expect(failure?.message.contains("HDMI-A-1, HDMI-A-2, HDMI-A-3, DP-1") == true)
  }

  @Test("A connector is found by name on any card")
  func byName() throws {
    let devices = [
      SimulatedDevice(connectors: [connector("DSI-1", .dsi, 11)]),
      SimulatedDevice(connectors: [connector("HDMI-A-2", .hdmiA, 11)]),
    ]
    let found = try DisplayFinder(devices: devices).find(DisplayChoice(connector: "HDMI-A-2"))
    #expect(found.device === devices[1])
    let failure = #expect(throws: Failure.self) {
      try DisplayFinder(devices: devices).find(DisplayChoice(connector: "HDMI-A-9"))
    }
    #expect(failure?.line == "HDMI-A-9: no such connector; this machine has DSI-1, HDMI-A-2 [no-display]")
  }

  @Test("A machine without cards, and one whose card has gone, have no display")
  func nothing() {
    let gone = SimulatedDevice(connectors: [connector("DSI-1", .dsi, 11)])
    gone.remove()
    for devices in [[], [gone]] {
      let failure = #expect(throws: Failure.self) {
        try DisplayFinder(devices: devices).find(DisplayChoice())
      }
      #expect(failure?.code == .noDisplay)
      #expect(failure?.message.contains("no graphics device") == true)
    }
  }
}
