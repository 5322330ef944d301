/// How places on a touch device become pixels of the upright panel and millimetres.
///
/// A device's size is believable when both axes have a resolution above 1 and are 40 to 3000 mm long; else the
/// panel's size stands for it. Millimetres are turned upright like the pixels, so both point the same way.
package struct DeviceGeometry: Hashable, Sendable {
  /// The upright panel.
  package let panel: Panel
  package let rotation: Rotation
  /// Whether `millimetres` are the device's own.
  package let isBelievable: Bool
  /// The upright touch surface in mm.
  package let millimetres: Size
  /// Length of one unit of the device's x axis in mm; sizes of contacts come in these units.
  package let unitMillimetres: Double

  /// - Parameters:
  ///   - x: the device's horizontal axis, before calibration; nil where unknown.
  ///   - y: the vertical one.
  ///   - panel: the upright panel.
  ///   - rotation: how the upright picture is turned on the glass.
  ///   - calibration: applied to the device's places by others; here it only tells which way the axes run.
  package init(
    x: AxisRange?, y: AxisRange?, panel: Panel, rotation: Rotation = .none,
    calibration: Calibration = .identity
  ) {
    self.panel = panel
    self.rotation = rotation
    let swaps = rotation.swapsAxes != calibration.swapsAxes
    if let x, let y, x.millimetres != nil, y.millimetres != nil {
      isBelievable = true
      let width = x.count / Double(x.resolution)
      let height = y.count / Double(y.resolution)
      millimetres = swaps ? Size(width: height, height: width) : Size(width: width, height: height)
      unitMillimetres = 1 / Double(x.resolution)
    } else {
      isBelievable = false
      millimetres = panel.millimetres
      let along = swaps ? panel.millimetres.height : panel.millimetres.width
      unitMillimetres = x.map { along / $0.count } ?? 0
    }
  }

  /// Pixels of the upright panel.
  /// - Parameter share: the place on the glass after calibration, 0 to 1 on both axes.
  package func position(_ share: Point) -> Point {
    let upright = upright(share)
    return Point(x: upright.x * Double(panel.size.width), y: upright.y * Double(panel.size.height))
  }

  /// Where a pixel of the upright panel lies on the glass, 0 to 1.
  package func share(position: Point) -> Point {
    let upright = Point(
      x: position.x / Double(max(1, panel.size.width)), y: position.y / Double(max(1, panel.size.height)))
    let back: Rotation =
      switch rotation {
      case .quarter: .threeQuarters
      case .threeQuarters: .quarter
      case .none, .half: rotation
      }
    return back.upright(upright, in: PixelSize(width: 1, height: 1))
  }

  /// Millimetres of the upright touch surface.
  /// - Parameter share: the place on the glass after calibration, 0 to 1 on both axes.
  package func millimetres(_ share: Point) -> Point {
    let upright = upright(share)
    return Point(x: upright.x * millimetres.width, y: upright.y * millimetres.height)
  }

  private func upright(_ share: Point) -> Point {
    rotation.upright(share, in: PixelSize(width: 1, height: 1))
  }
}
