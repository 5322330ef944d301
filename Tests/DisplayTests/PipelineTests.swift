import Testing
import ViewerCore

@testable import Display

@Suite struct PipelineTests {
  private func pipeline(
    _ device: SimulatedDevice, _ choice: DisplayChoice = DisplayChoice(), taken: Set<UInt32> = []
  ) throws -> Pipeline {
    try Pipeline(
      device: device, connector: try device.connector(device.connectors[0].id, probe: true), choice: choice,
      taken: taken)
  }

  private static let size = PixelSize(width: 64, height: 32)

  @Test("The CRTC that drives the connector already is kept, else an idle one is taken")
  func crtcChoice() throws {
    var monitor = SimulatedDevice.monitor(Self.size)
    #expect(try pipeline(SimulatedDevice(connectors: [monitor])).crtc == 31)
    monitor.currentCRTC = 32
    #expect(try pipeline(SimulatedDevice(connectors: [monitor])).crtc == 32)
    monitor.currentCRTC = nil
    let device = SimulatedDevice(connectors: [monitor])
    device.occupy(crtc: 31, mode: monitor.modes[0])
    #expect(try pipeline(device).crtc == 32)
    #expect(try pipeline(device, taken: [32]).crtc == 31)
    let failure = try #require(throws: Failure.self) { try pipeline(device, taken: [31, 32]) }
    #expect(failure.code == .noDisplay)
  }

  @Test("A mask of possible CRTCs counts places, not ids")
  func crtcMask() throws {
    var monitor = SimulatedDevice.monitor(Self.size)
    monitor.possibleCRTCs = 2
    #expect(try pipeline(SimulatedDevice(connectors: [monitor])).crtc == 32)
  }

  @Test("Atomic is refused to drivers where it shows nothing, and by configuration")
  func atomicChoice() throws {
    let cases: [(driver: String, wanted: Bool?, method: Pipeline.Method)] = [
      ("vc4", nil, .atomic), ("vc4", false, .pageFlip), ("vmwgfx", nil, .pageFlip), ("vmwgfx", true, .atomic),
    ]
    for (driver, wanted, method) in cases {
      var configuration = SimulatedDevice.Configuration()
      configuration.driverName = driver
      let device = SimulatedDevice(
        connectors: [SimulatedDevice.monitor(Self.size)], configuration: configuration)
      #expect(try pipeline(device, DisplayChoice(atomic: wanted)).method == method, "\(driver)")
    }
  }

  @Test("Planes that others left on our CRTC are cleared with the mode", arguments: [true, false])
  func strangePlanes(atomic: Bool) throws {
    let device = SimulatedDevice(connectors: [SimulatedDevice.monitor(Self.size)])
    device.occupy(plane: SimulatedDevice.overlayPlanes[0], crtc: 31)
    var harness = try ScreenHarness(device, DisplayChoice(atomic: atomic))
    harness.showFirstFrame()
    #expect(device.value(SimulatedDevice.overlayPlanes[0], "CRTC_ID") == 0)
    #expect(device.value(SimulatedDevice.overlayPlanes[0], "FB_ID") == 0)
  }

  @Test("A connector that shared our CRTC is taken off it")
  func clones() throws {
    var first = SimulatedDevice.monitor(Self.size)
    var second = SimulatedDevice.monitor(Self.size, name: "VGA-1", kind: .init(rawValue: 1), id: 12)
    first.currentCRTC = 31
    second.currentCRTC = 31
    let device = SimulatedDevice(connectors: [first, second])
    var harness = try ScreenHarness(device)
    harness.showFirstFrame()
    #expect(device.value(11, "CRTC_ID") == 31)
    #expect(device.value(12, "CRTC_ID") == 0)
  }

  @Test("A bad link is trained again with the mode")
  func badLink() throws {
    let device = SimulatedDevice(connectors: [SimulatedDevice.monitor(Self.size)])
    device.setValue(11, "link-status", 1)
    var harness = try ScreenHarness(device)
    harness.showFirstFrame()
    #expect(device.value(11, "link-status") == 0)
  }

  @Test(
    "A panel built in sideways says so",
    arguments: [(0, Rotation.none), (1, .half), (2, .threeQuarters), (3, .quarter)] as [(UInt64, Rotation)])
  func orientation(value: UInt64, rotation: Rotation) throws {
    let device = SimulatedDevice(connectors: [SimulatedDevice.monitor(Self.size)])
    device.setValue(11, "panel orientation", value)
    #expect(try ScreenHarness(device).output.rotation == rotation)
    #expect(try ScreenHarness(device, DisplayChoice(rotation: .some(.none))).output.rotation == .none)
  }

  @Test("A mode beyond the card's largest framebuffer is passed over")
  func limit() throws {
    var monitor = SimulatedDevice.monitor(PixelSize(width: 3840, height: 2160))
    monitor.modes.append(SimulatedDevice.mode(PixelSize(width: 1920, height: 1080)))
    var configuration = SimulatedDevice.Configuration()
    configuration.limit = PixelSize(width: 2048, height: 2048)
    let device = SimulatedDevice(connectors: [monitor], configuration: configuration)
    #expect(try ScreenHarness(device).output.pixelSize == PixelSize(width: 1920, height: 1080))
  }
}
