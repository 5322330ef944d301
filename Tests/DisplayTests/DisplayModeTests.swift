import Testing
import ViewerCore

@testable import Display

@Suite struct DisplayModeTests {
  private static let hd = PixelSize(width: 1920, height: 1080)
  private static let small = PixelSize(width: 1280, height: 720)

  @Test("Preferred wins over larger, larger over faster, faster over the rest")
  func choice() {
    let preferred = SimulatedDevice.mode(Self.small, type: DisplayMode.preferredType)
    let large = SimulatedDevice.mode(Self.hd, hertz: 30)
    let fast = SimulatedDevice.mode(Self.hd, hertz: 60)
    #expect(DisplayMode.choice(among: [large, preferred, fast]) == preferred)
    #expect(DisplayMode.choice(among: [large, fast]) == fast)
    #expect(DisplayMode.choice(among: [fast, large]) == fast)
    #expect(DisplayMode.choice(among: [preferred, large, fast], size: Self.hd) == fast)
    #expect(DisplayMode.choice(among: [preferred], size: Self.hd) == nil)
    #expect(DisplayMode.choice(among: [preferred, fast], limit: Self.small) == preferred)
    #expect(DisplayMode.choice(among: []) == nil)
  }

  @Test("Interlaced modes and timings without a clock are refused")
  func refused() {
    var clockless = SimulatedDevice.mode(Self.hd)
    clockless.clock = 0
    let interlaced = SimulatedDevice.mode(
      Self.hd, flags: DisplayMode.interlaceFlag, type: DisplayMode.preferredType)
    #expect(DisplayMode.choice(among: [interlaced, clockless]) == nil)
  }

  @Test("Refresh comes from the clock: 148.5 MHz over 2200 x 1125 is 60 Hz, 148.352 MHz is 59.94")
  func refresh() throws {
    var mode = DisplayMode(
      clock: 148_500, horizontal: .init(visible: 1920, syncStart: 2008, syncEnd: 2052, total: 2200),
      vertical: .init(visible: 1080, syncStart: 1084, syncEnd: 1089, total: 1125), name: "1920x1080")
    #expect(mode.refreshRate == 60)
    #expect(mode.refreshPeriod == .microseconds(16_667))
    mode.clock = 148_352
    #expect(abs(try #require(mode.refreshRate) - 59.94) < 0.001)
    mode.flags = DisplayMode.doubleScanFlag
    #expect(abs(try #require(mode.refreshRate) - 29.97) < 0.001)
  }

  @Test("Modes survive the trip through libdrm's struct")
  func roundTrip() {
    var mode = SimulatedDevice.mode(Self.hd, hertz: 59.94, flags: 5, type: DisplayMode.preferredType)
    mode.scansPerLine = 2
    mode.horizontal.skew = 3
    #expect(DisplayMode(mode.info) == mode)
  }

  @Test("Density is believed when both directions agree and it is between 60 and 400")
  func density() {
    func density(_ width: Int, _ height: Int, _ configured: Double? = nil) -> Double {
      PanelDensity.dotsPerInch(
        pixels: Self.hd, millimetres: PixelSize(width: width, height: height), configured: configured)
    }
    #expect(abs(density(477, 268) - 102.3) < 0.1)
    #expect(density(0, 0) == 96)
    #expect(density(16, 9) == 96)
    #expect(density(160, 90) == 304.8)
    #expect(density(1600, 900) == 96)
    // 4:3 data for a 16:9 mode.
    #expect(density(400, 300) == 96)
    #expect(density(400, 300, 133.5) == 133.5)
  }
}
