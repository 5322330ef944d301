import Glibc

/// A photograph that no camera took: evening sky, sea and a far headland, computed pixel by pixel.
enum SeaPicture {
  static let width = 1128
  static let height = 1600
  private static let horizon: Float = 0.53
  private static let sun: (x: Float, y: Float) = (0.62, 0.475)

  private static let skyStops: [(Float, Light)] = [
    (0, Light(38, 62, 92)), (0.38, Light(88, 116, 140)), (0.66, Light(196, 160, 138)),
    (0.86, Light(240, 184, 122)),
    (1, Light(250, 212, 150)),
  ]
  private static let seaStops: [(Float, Light)] = [
    (0, Light(232, 180, 128)), (0.1, Light(168, 142, 126)), (0.35, Light(92, 110, 122)),
    (1, Light(30, 54, 70)),
  ]

  static func make() throws(SampleError) -> PixelImage {
    let image = try PixelImage(width: width, height: height)
    image.eachRow { y, row in
      let v = Float(y) / Float(height)
      for x in 0..<row.count {
        let u = Float(x) / Float(width)
        var color = v < horizon ? sky(u, v) : sea(u, v)
        // No land is higher than this, so most pixels need not ask.
        if v > horizon - 0.07, v < horizon + 0.002, v > horizon - headland(u) {
          // Far land takes the colour of the air before it.
          color = color.mixed(with: Light(46, 52, 66), 0.68)
        }
        // Corners fall off as they do behind a lens, and film has grain.
        let (fromX, fromY) = (u - 0.5, v - 0.5)
        let fall: Float = 1 - 0.38 * (fromX * fromX + fromY * fromY)
        let grain: Float = (Noise.lattice(Int32(x), Int32(y), seed: 9) - 0.5) * 9
        row[x] = color.packed(times: fall, plus: grain)
      }
    }
    return image
  }

  private static func sky(_ u: Float, _ v: Float) -> Light {
    let t = v / horizon
    let clear = ramp(t, skyStops)
    let (dx, dy) = ((u - sun.x) * 0.72, v - sun.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    var color = clear.plus(Light(95, 70, 30), times: expf(-distance * 9))
      .plus(Light(90, 90, 88), times: expf(-distance * 38))
    if distance < 0.021 { color = Light(268, 262, 244) }
    // Clouds lie flatter towards the horizon.
    let depth = 1 / (1.08 - t)
    let shape = Noise.cloud(u * 2.1 * (0.55 + depth * 0.12) + 3.7, v * 13 - t * t * 2, octaves: 4, seed: 21)
    let cover = smoothstep(0.5, 0.72, shape) * (1 - smoothstep(0.9, 1, t)) * 0.9
    let warmth: Float = 0.75 + 0.35 * expf(-distance * 4)
    let lit = Light(0, 0, 0).plus(Light(248, 178, 128), times: warmth)
    let shade = Light(84, 88, 108).mixed(with: Light(129, 102, 102), t)
    return color.mixed(with: lit.mixed(with: shade, smoothstep(0.58, 0.8, shape)), cover)
  }

  private static func sea(_ u: Float, _ v: Float) -> Light {
    let d = (v - horizon) / (1 - horizon)
    // Perspective: rows near the horizon are far away.
    let z = 1 / (d + 0.035)
    let across = (u - 0.5) * z
    let swell = Noise.smooth(across * 3.4 + 11, z * 11, seed: 31)
    let chop = Noise.smooth(across * 15 + swell * 2, z * 44 + swell * 3, seed: 47)
    let ripple = d > 0.05 ? Noise.smooth(across * 52, z * 150 + chop * 2, seed: 53) : 0.5
    let wave: Float = swell * 0.36 + chop * 0.38 + ripple * 0.26
    let mirror = ramp(d, seaStops)
    let deep = Light(18, 44, 58)
    let color = deep.mixed(with: mirror, 0.42 + 0.66 * wave)
    // The path of light under the sun: wider and more broken towards the eye.
    let spread: Float = 0.018 + d * 0.2
    let offset = (u - sun.x) / spread
    let path = expf(-offset * offset)
    let sparkle = smoothstep(0.5 + d * 0.1, 0.66 + d * 0.14, wave) * path
    let glint: Float = sparkle * (1 - d * 0.62)
    let sheen: Float = path * 0.16 * (1 - d)
    return color.plus(Light(235, 178, 104), times: glint + sheen)
  }

  /// How far the land rises over the horizon, as a share of the height.
  private static func headland(_ u: Float) -> Float {
    let rise = max(0, 1 - u * 2.15) * 0.052 + max(0, u - 0.86) * 0.07
    guard rise > 0 else { return 0 }
    return rise * (0.62 + 0.55 * Noise.cloud(u * 7, 2, octaves: 4, seed: 77))
  }

  private static func ramp(_ t: Float, _ stops: [(Float, Light)]) -> Light {
    var previous = stops[0]
    for stop in stops {
      if t <= stop.0 {
        let share = stop.0 > previous.0 ? (t - previous.0) / (stop.0 - previous.0) : 1
        return previous.1.mixed(with: stop.1, share)
      }
      previous = stop
    }
    return previous.1
  }

  private static func smoothstep(_ from: Float, _ to: Float, _ value: Float) -> Float {
    let t = min(max((value - from) / (to - from), 0), 1)
    return t * t * (3 - 2 * t)
  }
}
