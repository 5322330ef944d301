import Display
import ViewerCore

/// Pixels that a bench owns, rows on 64 bytes.
final class BenchPicture {
  let view: PixelView

  /// Filled with a fixed noise: nothing that a processor or an allocator could do cheaper than real pages.
  init(size: PixelSize, format: PixelFormat = .xrgb8888, seed: UInt64 = 1) {
    let stride = (size.width * format.bytesPerPixel + 63) / 64 * 64
    let bytes = stride * size.height
    let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for offset in Swift.stride(from: 0, to: bytes, by: 8) {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      // Half transparent at most, so that the colours stay valid as premultiplied ones.
      base.storeBytes(
        of: state & 0x7F7F_7F7F_7F7F_7F7F | 0x8000_0000_8000_0000, toByteOffset: offset, as: UInt64.self)
    }
    view = PixelView(base: base, stride: stride, width: size.width, height: size.height, format: format)
  }

  deinit { view.base.deallocate() }
}

/// What the frame bench draws: a continuous document of A4 pages fitted to the panel's width, two of them on the
/// screen at zoom 1, and the viewer's page label.
struct FrameBenchStage {
  let size: PixelSize
  let rotation: Rotation
  let shadow: BenchPicture
  let buffer: BenchPicture

  private let pages: [BenchPicture]
  private let tile: BenchPicture
  private let label: BenchPicture
  private let pageSize: PixelSize
  private static let spacing = 8
  private static let tileID = BitmapID(number: 100)

  /// - Parameter memory: of the panel, not upright.
  init(memory: PixelSize) {
    self.init(
      rotation: .none, shadow: BenchPicture(size: memory), buffer: BenchPicture(size: memory))
  }

  /// The same panel memory, hanging turned.
  init(turning stage: FrameBenchStage, rotation: Rotation) {
    self.init(rotation: rotation, shadow: stage.shadow, buffer: stage.buffer)
  }

  private init(rotation: Rotation, shadow: BenchPicture, buffer: BenchPicture) {
    let memory = shadow.view.size
    let size = rotation.turned(memory)
    let pageSize = PixelSize(
      width: size.width, height: Int((Double(size.width) * 2.0.squareRoot()).rounded()))
    self.size = size
    self.rotation = rotation
    self.pageSize = pageSize
    self.shadow = shadow
    self.buffer = buffer
    // At a quarter of the size, up to four pages of a landscape panel are in sight.
    pages = (0..<4).map { BenchPicture(size: rotation.turned(pageSize), seed: UInt64($0 + 2)) }
    tile = BenchPicture(size: rotation.turned(PixelSize(width: size.width, height: size.height / 2)), seed: 9)
    label = BenchPicture(
      size: rotation.turned(PixelSize(width: 224, height: 72)), format: .argb8888Premultiplied, seed: 10)
  }

  /// Both pages sharp, the lower one by a tile.
  func settled() -> Scene {
    var scene = scrolled(by: 0)
    let tileSize = PixelSize(width: size.width, height: size.height / 2)
    let lower = scene.pages[1].frame
    scene.pages[1].tile = SceneTile(
      bitmap: Self.tileID, size: tileSize,
      frame: PixelRect(x: 0, y: lower.y, width: tileSize.width, height: tileSize.height))
    return scene
  }

  /// The boundary of two pages in the middle of the screen, moved up by some pixels.
  func scrolled(by offset: Int) -> Scene {
    scene(zoom: 1, top: size.height / 2 - Self.spacing - pageSize.height - offset)
  }

  /// The middle of a pinch: bases of zoom 1 stretched, as wide as the layout makes pages at that zoom. Below 1 a
  /// column in the middle of the screen, with as many pages as there is room for.
  func pinched(zoom: Double) -> Scene {
    let height = Int((Double(pageSize.height) * zoom).rounded())
    return scene(zoom: zoom, top: size.height / 2 - Self.spacing - height)
  }

  private func scene(zoom: Double, top: Int) -> Scene {
    var scene = Scene(size: size, rotation: rotation, surround: 0xE9E6DF)
    let width = Int((Double(pageSize.width) * zoom).rounded())
    let height = Int((Double(pageSize.height) * zoom).rounded())
    var y = top
    while y > 0 { y -= height + Self.spacing }
    var page = 0
    while y < size.height {
      if y + height > 0 {
        scene.pages.append(
          ScenePage(
            page: page, frame: PixelRect(x: (size.width - width) / 2, y: y, width: width, height: height),
            base: BitmapID(number: UInt32(page % pages.count)), baseSize: pageSize, tile: nil,
            quality: zoom > 1 ? .base : .sharp))
        page += 1
      }
      y += height + Self.spacing
    }
    scene.furniture = [
      Furniture(
        content: .pageLabel(page: 1, count: 48),
        frame: PixelRect(x: (size.width - 224) / 2, y: size.height - 120, width: 224, height: 72),
        opacity: 220)
    ]
    return scene
  }

  /// Draws a whole scene into the shadow.
  func compose(_ scene: Scene, with compositor: inout Compositor) {
    compositor.compose(
      scene, damage: Damage(PixelRect(size: size)), into: shadow.view,
      bitmap: { id in
        id == Self.tileID ? tile.view : pages[Int(id.number)].view
      },
      furniture: { _ in label.view })
  }

  /// Copies the whole shadow to the buffer.
  func copy() {
    SpanCopy.copy(Damage(shadow.view.bounds), from: shadow.view, to: buffer.view)
  }
}
