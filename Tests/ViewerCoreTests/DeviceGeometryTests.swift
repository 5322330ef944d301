import Testing
import ViewerCore

@Suite("A touch device's geometry")
struct DeviceGeometryTests {
  /// 1000 x 500 pixels, 254 dpi: 100 x 50 mm.
  static let panel = Panel(size: PixelSize(width: 1000, height: 500), dotsPerInch: 254)

  @Test(
    "An axis' length is believable above a resolution of 1 and from 40 to 3000 mm",
    arguments: [
      (AxisRange(minimum: 0, maximum: 4000, resolution: 10), 400.0 as Double?),
      (AxisRange(minimum: -2000, maximum: 2000, resolution: 10), 400),
      (AxisRange(minimum: 0, maximum: 400, resolution: 10), 40),
      (AxisRange(minimum: 0, maximum: 399, resolution: 10), nil),
      (AxisRange(minimum: 0, maximum: 6000, resolution: 2), 3000),
      (AxisRange(minimum: 0, maximum: 6002, resolution: 2), nil),
      (AxisRange(minimum: 0, maximum: 1920, resolution: 1), nil),
      (AxisRange(minimum: 0, maximum: 1920, resolution: 0), nil),
      (AxisRange(minimum: .min, maximum: .max, resolution: .max), nil),
    ])
  func believable(_ axis: AxisRange, _ length: Double?) {
    #expect(axis.millimetres == length)
  }

  @Test("One axis that is not believable makes the panel stand for the device")
  func oneIsNotEnough() {
    let good = AxisRange(minimum: 0, maximum: 3999, resolution: 10)
    let bad = AxisRange(minimum: 0, maximum: 3999, resolution: 1)
    #expect(DeviceGeometry(x: good, y: good, panel: Self.panel).millimetres == Size(width: 400, height: 400))
    for (x, y) in [(good, bad), (bad, good), (bad, bad)] {
      let geometry = DeviceGeometry(x: x, y: y, panel: Self.panel)
      #expect(!geometry.isBelievable)
      #expect(geometry.millimetres == Self.panel.millimetres)
      #expect(geometry.unitMillimetres == Self.panel.millimetres.width / 4000)
    }
    #expect(!DeviceGeometry(x: nil, y: nil, panel: Self.panel).isBelievable)
  }

  static let corners = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0.25, y: 0.75)]

  @Test("Millimetres turn as the pixels do, by rotation and by mounting", arguments: Rotation.allCases)
  func turns(_ rotation: Rotation) {
    let x = AxisRange(minimum: 0, maximum: 2999, resolution: 10)
    let y = AxisRange(minimum: 0, maximum: 1699, resolution: 10)
    for matrix in ["1 0 0 0 1 0", "0 -1 1 1 0 0"] {
      let calibration = Calibration(matrix) ?? .identity
      let geometry = DeviceGeometry(
        x: x, y: y, panel: Self.panel, rotation: rotation, calibration: calibration)
      let isTurned = rotation.swapsAxes != calibration.swapsAxes
      #expect(
        geometry.millimetres == (isTurned ? Size(width: 170, height: 300) : Size(width: 300, height: 170)))
      for share in Self.corners {
        let pixels = geometry.position(share)
        let millimetres = geometry.millimetres(share)
        #expect(abs(pixels.x / 1000 - millimetres.x / geometry.millimetres.width) < 1e-12)
        #expect(abs(pixels.y / 500 - millimetres.y / geometry.millimetres.height) < 1e-12)
        #expect(geometry.share(position: pixels).distance(to: share) < 1e-12)
      }
    }
  }

  @Test(
    "A calibration is six numbers",
    arguments: [
      ("1 0 0 0 1 0", true), (" 0  -1 1 1 0 0 ", true), ("0.5 0 0.25 0 0.5 0.25", true), ("1 0 0 0 1", false),
      ("1 0 0 0 1 0 0", false), ("a b c d e f", false), ("inf 0 0 0 1 0", false), ("", false),
      ("nan 0 0 0 1 0", false),
    ])
  func calibrations(_ text: String, _ isOne: Bool) {
    #expect((Calibration(text) != nil) == isOne)
  }

  @Test("A quarter turn clockwise carries the device's top left to the glass's top right")
  func quarterTurn() {
    let turned = Calibration("0 -1 1 1 0 0")?.apply(Point(x: 0, y: 0))
    #expect(turned == Point(x: 1, y: 0))
  }
}
