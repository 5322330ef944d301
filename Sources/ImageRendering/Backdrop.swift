import ViewerCore

/// What a picture with transparent places is laid on, so that it can be seen.
enum Backdrop {
  /// Of white drawings on white paper.
  static let dark: UInt32 = 0x505050

  /// The paper, unless hardly anything of the picture stands out from it.
  /// - Parameter raster: of `alpha`; colours are multiplied.
  static func colour(for raster: Raster, on paper: UInt32) -> UInt32 {
    let ground = luminance(Int(paper & 0xFF), Int(paper >> 8 & 0xFF), Int(paper >> 16 & 0xFF))
    let part = raster.plan.part
    // A few thousand places tell.
    let step = max(1, part.area / 65_536)
    var seen = 0
    var standsOut = 0
    for index in stride(from: 0, to: part.area, by: step) {
      let pixel = raster.pixels + index * 4
      let opacity = Int(pixel[3])
      guard opacity > 0 else { continue }
      seen += opacity
      let own = luminance(Int(pixel[0]), Int(pixel[1]), Int(pixel[2])) * 255 / opacity
      if abs(own - ground) >= 32 { standsOut += opacity }
    }
    guard seen > 0, standsOut * 50 < seen else { return paper }
    return ground > 127 ? dark : 0xFFFFFF
  }

  /// 0...255 (ITU-R BT.601).
  private static func luminance(_ blue: Int, _ green: Int, _ red: Int) -> Int {
    (red * 299 + green * 587 + blue * 114) / 1000
  }
}
