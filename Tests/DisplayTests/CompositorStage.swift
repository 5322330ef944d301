import ViewerCore

@testable import Display

/// Pixels of a test's own.
final class Canvas {
  let view: PixelView

  init(_ size: PixelSize, format: PixelFormat = .xrgb8888, fill: UInt32 = 0) {
    // An odd pitch: rows are not the picture's width apart.
    let stride = size.width * 4 + 64
    let base = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height + 64, alignment: 64)
    view = PixelView(base: base, stride: stride, width: size.width, height: size.height, format: format)
    for y in 0..<size.height { for x in 0..<size.width { self[x, y] = fill } }
  }

  deinit { view.base.deallocate() }

  convenience init(
    _ size: PixelSize, format: PixelFormat = .xrgb8888, pixel: (_ x: Int, _ y: Int) -> UInt32
  ) {
    self.init(size, format: format)
    for y in 0..<size.height { for x in 0..<size.width { self[x, y] = pixel(x, y) } }
  }

  subscript(x: Int, y: Int) -> UInt32 {
    get { view.pixel(x: x, y: y) }
    set {
      if view.format == .grey8 {
        view.row(y).storeBytes(of: UInt8(truncatingIfNeeded: newValue), toByteOffset: x, as: UInt8.self)
      } else {
        view.row(y).storeBytes(of: newValue, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }

  var pixels: [UInt32] {
    (0..<view.height).flatMap { y in (0..<view.width).map { self[$0, y] } }
  }

  /// The picture as it lies in the memory of a panel that hangs turned.
  func turned(_ rotation: Rotation) -> Canvas {
    let result = Canvas(rotation.turned(view.size), format: view.format)
    for y in 0..<view.height {
      for x in 0..<view.width {
        let place = rotation.turned(PixelRect(x: x, y: y, width: 1, height: 1), in: view.size)
        result[place.x, place.y] = self[x, y]
      }
    }
    return result
  }
}

/// Numbers that are the same in every run.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt32(truncatingIfNeeded: state >> 16)
  }

  mutating func next(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next()) % range.count
  }
}

/// Bitmaps and furniture for the compositor, upright; it gets them turned as the scene says.
struct CompositorStage {
  var bitmaps: [BitmapID: Canvas] = [:]
  var label: Canvas?

  func compose(_ scene: Scene, damage: Damage? = nil, into shadow: Canvas) {
    var compositor = Compositor()
    let turned = bitmaps.mapValues { $0.turned(scene.rotation) }
    let label = label?.turned(scene.rotation)
    compositor.compose(
      scene, damage: damage ?? Damage(PixelRect(size: scene.size)), into: shadow.view,
      bitmap: { turned[$0]?.view }, furniture: { _ in label?.view })
  }

  func picture(_ scene: Scene) -> Canvas {
    let shadow = Canvas(scene.rotation.turned(scene.size), fill: 0x1234_5678)
    compose(scene, into: shadow)
    return shadow
  }

  /// The same grey noise a byte a pixel, and with three equal colours in pixels whose unused byte is rubbish.
  static func greyNoise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> (grey: Canvas, colour: Canvas) {
    let noise = noise(width, height, seed: seed)
    let size = PixelSize(width: width, height: height)
    return (
      Canvas(size, format: .grey8) { x, y in noise[x, y] & 0xFF },
      Canvas(size) { x, y in (noise[x, y] & 0xFF) * 0x0001_0101 | noise[x, y] & 0xFF00_0000 }
    )
  }

  /// A picture in which no two pixels near each other are equal; its unused byte is rubbish.
  static func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Canvas {
    var dice = Dice(seed)
    return Canvas(PixelSize(width: width, height: height)) { _, _ in dice.next() }
  }
}
