import Testing
import ViewerCore

@testable import Display

@Suite struct HotplugTests {
  @Test("News of the kernel mean a connector, the cards or nothing")
  func meanings() {
    let cases: [(String, String, [String: String], Hotplug?)] = [
      ("change", "card0", ["HOTPLUG": "1"], .connector(nil)),
      ("change", "card0", ["HOTPLUG": "1", "CONNECTOR": "77"], .connector(77)),
      ("change", "card0", [:], nil),
      ("add", "card1", [:], .cards),
      ("remove", "card1", [:], .cards),
      ("add", "card1-HDMI-A-1", [:], nil),
      ("add", "renderD128", [:], nil),
      ("bind", "card0", [:], nil),
    ]
    for (action, name, properties, meaning) in cases {
      #expect(Hotplug(action: action, name: name, properties: properties) == meaning, "\(action) \(name)")
    }
  }

  @Test("A probe tells whether the screen is the same, gone or another one")
  func changes() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    let output = harness.output
    let device = harness.device
    #expect(output.change(by: output.probe()?.run()) == .same)
    device.connectors[0].status = .disconnected
    #expect(output.change(by: output.probe()?.run()) == .unplugged)
    device.connectors[0].status = .connected
    device.connectors[0].modes = []
    #expect(output.change(by: output.probe()?.run()) == .unplugged)
    device.connectors[0].modes = [SimulatedDevice.mode(PixelSize(width: 640, height: 480))]
    #expect(output.change(by: output.probe()?.run()) == .replaced)
    device.remove()
    #expect(output.change(by: output.probe()?.run()) == .unplugged)
  }

  @Test("A screen that is back shows the whole picture, its link trained again")
  func back() throws {
    var harness = try ScreenHarness()
    harness.showFirstFrame()
    harness.device.setValue(11, "link-status", 1)
    #expect(harness.output.showAgain(now: harness.now) == .queued)
    #expect(harness.device.value(11, "link-status") == 0)
    #expect(harness.device.modesets == 2)
    #expect(harness.pass(.milliseconds(1)).count == 1)
    #expect(harness.screenMatchesShadow())
  }
}
