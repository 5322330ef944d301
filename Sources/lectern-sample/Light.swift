/// A colour as three amounts of light, 0-255 and beyond, for pictures computed pixel by pixel.
struct Light {
  var red: Float
  var green: Float
  var blue: Float

  init(_ red: Float, _ green: Float, _ blue: Float) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  func plus(_ other: Light, times share: Float = 1) -> Light {
    Light(red + other.red * share, green + other.green * share, blue + other.blue * share)
  }

  /// This colour at share 0, the other at 1.
  func mixed(with other: Light, _ share: Float) -> Light {
    Light(
      red + (other.red - red) * share, green + (other.green - green) * share,
      blue + (other.blue - blue) * share)
  }

  /// 0xRRGGBB after a fall of the light and a shift of all channels.
  func packed(times fall: Float, plus grain: Float) -> UInt32 {
    let channel = { (value: Float) -> UInt32 in
      let level = value * fall + grain
      return level <= 0 ? 0 : level >= 255 ? 255 : UInt32(level)
    }
    return channel(red) << 16 | channel(green) << 8 | channel(blue)
  }
}
