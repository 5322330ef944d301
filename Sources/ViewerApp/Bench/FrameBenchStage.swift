import Display
import Interface
import ViewerCore

/// Pixels that a bench owns, rows on 64 bytes.
final class BenchPicture {
  let view: PixelView

  /// Filled with a fixed noise: nothing that a processor or an allocator could do cheaper than real pages.
  /// - Parameter opaque: where alpha is 255.
  init(size: PixelSize, format: PixelFormat = .xrgb8888, seed: UInt64 = 1, opaque: PixelRect = .empty) {
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
    for y in opaque.y..<opaque.maxY {
      for x in opaque.x..<opaque.maxX {
        base.storeBytes(of: 0xFF, toByteOffset: y * stride + x * 4 + 3, as: UInt8.self)
      }
    }
    view = PixelView(
      base: base, stride: stride, width: size.width, height: size.height, format: format, opaque: opaque)
  }

  deinit { view.base.deallocate() }
}

/// What the frame bench draws: a continuous document of A4 pages fitted to the panel's width, two of them on the
/// screen at zoom 1, and the viewer's page label.
struct FrameBenchStage {
  /// What differs between the rows of figures.
  struct Kind {
    var rotation = Rotation.none
    var pages = PixelFormat.xrgb8888
    /// A selection over a third of each page, matches between, and the viewer's bar of controls instead of the label.
    var isMarked = false
  }

  let size: PixelSize
  let kind: Kind
  let shadow: BenchPicture
  let buffer: BenchPicture

  private let pages: [BenchPicture]
  private let tile: BenchPicture
  private let label: BenchPicture
  private let panel: Panel
  /// The viewer's own things, as it shows them.
  private let furniture = FurnitureStore()
  private let bar: ControlLayer
  private let pageSize: PixelSize
  private static let spacing = 8
  private static let tileID = BitmapID(number: 100)

  /// - Parameter memory: of the panel, not upright.
  init(memory: PixelSize) {
    self.init(Kind(), shadow: BenchPicture(size: memory), buffer: BenchPicture(size: memory))
  }

  /// Something else on the same panel memory.
  init(_ kind: Kind, on stage: FrameBenchStage) {
    self.init(kind, shadow: stage.shadow, buffer: stage.buffer)
  }

  private init(_ kind: Kind, shadow: BenchPicture, buffer: BenchPicture) {
    let memory = shadow.view.size
    let rotation = kind.rotation
    let size = rotation.turned(memory)
    let pageSize = PixelSize(
      width: size.width, height: Int((Double(size.width) * 2.0.squareRoot()).rounded()))
    self.size = size
    self.kind = kind
    self.pageSize = pageSize
    self.shadow = shadow
    self.buffer = buffer
    // At a quarter of the size, up to four pages of a landscape panel are in sight.
    pages = (0..<4).map {
      BenchPicture(size: rotation.turned(pageSize), format: kind.pages, seed: UInt64($0 + 2))
    }
    tile = BenchPicture(size: rotation.turned(PixelSize(width: size.width, height: size.height / 2)), seed: 9)
    label = BenchPicture(
      size: rotation.turned(PixelSize(width: 224, height: 72)), format: .argb8888Premultiplied, seed: 10)
    panel = Panel(size: size, dotsPerInch: 96)
    var facts = BarFacts(panel: panel)
    (facts.page, facts.count, facts.canGoBack) = ("12", 48, true)
    bar = BarLayout.layer(facts)
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
    var scene = Scene(size: size, rotation: kind.rotation, surround: 0xE9E6DF)
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
    guard kind.isMarked else {
      scene.furniture = [
        Furniture(
          content: .pageLabel(page: "1", count: 48),
          frame: PixelRect(x: (size.width - 224) / 2, y: size.height - 120, width: 224, height: 72),
          opacity: 220)
      ]
      return scene
    }
    for index in scene.pages.indices { mark(&scene.pages[index], zoom: zoom) }
    furnish(&scene)
    return scene
  }

  /// Lines of 24 px at zoom 1, 36 px apart: the middle third of the page is selected, elsewhere every other line has
  /// three matches.
  private func mark(_ page: inout ScenePage, zoom: Double) {
    let frame = page.frame
    let lines = pageSize.height / 36
    for line in 0..<lines {
      let y = frame.y + Int(Double(36 * line) * zoom)
      let height = Int(24 * zoom)
      if (lines / 3..<2 * lines / 3).contains(line) {
        let width = frame.width * 8 / 10
        page.highlights.append(
          SceneHighlight(
            frame: PixelRect(x: frame.x + frame.width / 10, y: y, width: width, height: height),
            kind: .selection))
      } else if line.isMultiple(of: 2) {
        for place in 1...3 {
          let isCurrent = line == 2 && place == 2
          page.highlights.append(
            SceneHighlight(
              frame: PixelRect(
                x: frame.x + frame.width * place / 4, y: y, width: Int(110 * zoom), height: height),
              kind: isCurrent ? .currentMatch : .match))
        }
      }
    }
  }

  /// The handles of the selection, and the bar.
  private func furnish(_ scene: inout Scene) {
    let side = panel.pixels(millimetres: 9)
    for page in scene.pages.prefix(1) {
      for (isStart, y) in [(true, page.frame.height / 3), (false, page.frame.height * 2 / 3)] {
        scene.furniture.append(
          Furniture(
            content: .selectionHandle(isStart: isStart),
            frame: PixelRect(
              x: page.frame.x + page.frame.width / (isStart ? 10 : 2), y: page.frame.y + y, width: side,
              height: side), opacity: 255))
      }
    }
    bar.furnish(&scene)
  }

  /// Draws a scene into the shadow.
  /// - Parameter damage: upright; nil for all of it.
  func compose(_ scene: Scene, _ damage: Damage? = nil, with compositor: inout Compositor) {
    compositor.compose(
      scene, damage: damage ?? Damage(PixelRect(size: size)), into: shadow.view,
      bitmap: { id in
        id == Self.tileID ? tile.view : pages[Int(id.number)].view
      },
      furniture: { item in
        if case .pageLabel = item.content { return label.view }
        return furniture.view(of: item, look: scene.look, panel: panel, rotation: kind.rotation)
      })
  }

  /// What a frame of the viewer draws again after another one.
  func damage(from old: Scene, to new: Scene) -> Damage {
    SceneDamage.between(old, new, margin: PageShadow.reach) {
      if case .pageLabel = $0.content { return .empty }
      return furniture.solid(of: $0, look: new.look, panel: panel, rotation: kind.rotation)
    }
  }

  /// Copies the shadow to the buffer.
  /// - Parameter damage: upright; nil for all of it.
  func copy(_ damage: Damage? = nil) {
    var turned = Damage()
    for rect in damage?.rects ?? [PixelRect(size: size)] { turned.add(kind.rotation.turned(rect, in: size)) }
    SpanCopy.copy(turned, from: shadow.view, to: buffer.view)
  }
}
