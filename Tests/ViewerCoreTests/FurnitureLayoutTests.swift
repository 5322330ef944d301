import Testing
import ViewerCore

struct FurnitureLayoutTests {
  static let panels = [
    Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 82),
    Panel(size: PixelSize(width: 1920, height: 1080), dotsPerInch: 92),
    Panel(size: PixelSize(width: 800, height: 480), dotsPerInch: 133),
    Panel(size: PixelSize(width: 3840, height: 2160), dotsPerInch: 160),
    Panel(size: PixelSize(width: 40, height: 24), dotsPerInch: 160),
  ]

  @Test("Every frame lies on its panel", arguments: panels)
  func onPanel(panel: Panel) throws {
    let whole = PixelRect(size: panel.size)
    for digits in [0, 1, 5, 20] {
      let frame = FurnitureLayout.pageLabelFrame(panel, digits: digits)
      #expect(!frame.isEmpty && whole.contains(frame))
    }
    let notice = FurnitureLayout.noticeFrame(panel)
    #expect(!notice.isEmpty && whole.contains(notice))
    for axis in Axis.allCases {
      let thumb = try #require(
        FurnitureLayout.scrollThumb(axis: axis, offset: 10, content: 9000, viewport: 500, panel: panel))
      #expect(!thumb.isEmpty && whole.contains(thumb))
    }
  }

  @Test("The page label is centred, 6 mm above the edge, 15 mm high, 11 on small panels")
  func pageLabel() {
    let desk = FurnitureLayout.pageLabelFrame(Self.panels[1], digits: 2)
    #expect(desk.height == Self.panels[1].pixels(millimetres: 15))
    #expect(1080 - desk.maxY == Self.panels[1].pixels(millimetres: 6))
    #expect(abs(desk.x - (1920 - desk.maxX)) <= 1)
    let small = FurnitureLayout.pageLabelFrame(Self.panels[2], digits: 2)
    #expect(small.height == Self.panels[2].pixels(millimetres: 11))
  }

  @Test("A label for more digits is wider")
  func digits() {
    let widths = (1...6).map { FurnitureLayout.pageLabelFrame(Self.panels[3], digits: $0).width }
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("Scrolling moves the placeholder but never changes its size, and it stays on its page")
  func placeholder() throws {
    let panel = Self.panels[0]
    let whole = PixelRect(size: panel.size)
    var sizes: Set<PixelSize> = []
    for y in stride(from: -1390, through: 1900, by: 70) {
      let page = PixelRect(x: 40, y: y, width: 1000, height: 1400)
      let frame = try #require(
        FurnitureLayout.placeholderFrame(pageFrame: page, visible: whole, panel: panel))
      #expect(page.contains(frame))
      sizes.insert(frame.size)
    }
    #expect(sizes.count == 1)
  }

  @Test("On a page seen whole the placeholder lies in its middle, on a page seen in part amid that part")
  func placeholderCentre() throws {
    let panel = Self.panels[0]
    let whole = PixelRect(size: panel.size)
    let seen = PixelRect(x: 40, y: 100, width: 1000, height: 1400)
    let centred = try #require(
      FurnitureLayout.placeholderFrame(pageFrame: seen, visible: whole, panel: panel))
    #expect(abs(centred.x + centred.maxX - 1080) <= 1)
    #expect(abs(centred.y + centred.maxY - 1600) <= 1)
    let tall = PixelRect(x: 0, y: -5000, width: 1080, height: 10_000)
    let amid = try #require(
      FurnitureLayout.failureFrame(pageFrame: tall, visible: whole, panel: panel))
    #expect(abs(amid.y + amid.maxY - 1920) <= 1)
  }

  @Test("A page out of sight or of a few pixels gets nothing")
  func nothing() {
    let panel = Self.panels[0]
    let whole = PixelRect(size: panel.size)
    let away = PixelRect(x: 0, y: 1920, width: 1000, height: 1400)
    #expect(FurnitureLayout.placeholderFrame(pageFrame: away, visible: whole, panel: panel) == nil)
    let tiny = PixelRect(x: 10, y: 10, width: 6, height: 9)
    #expect(FurnitureLayout.placeholderFrame(pageFrame: tiny, visible: whole, panel: panel) == nil)
    #expect(FurnitureLayout.failureFrame(pageFrame: tiny, visible: whole, panel: panel) == nil)
  }

  @Test("The thumb runs from end to end of its track and no further")
  func thumbTravel() throws {
    let panel = Self.panels[0]
    let inset = panel.pixels(millimetres: 1.5)
    let thumb = { (offset: Double) in
      FurnitureLayout.scrollThumb(
        axis: .vertical, offset: offset, content: 4000, viewport: 1920, panel: panel)
    }
    let first = try #require(thumb(0))
    let last = try #require(thumb(2080))
    let middle = try #require(thumb(1040))
    #expect(first.y == inset)
    #expect(last.maxY == 1920 - inset)
    #expect(abs(middle.y + middle.maxY - 1920) <= 1)
    #expect(first.maxX == 1080 - inset && first.width == panel.pixels(millimetres: 1.2))
    #expect(thumb(-300) == first)
    #expect(thumb(99_999) == last)
    #expect(thumb(.nan) == first)
  }

  @Test("The thumb shows the share that is seen, and is at least 8 mm long")
  func thumbLength() throws {
    let panel = Self.panels[1]
    let track = Double(1920 - 2 * panel.pixels(millimetres: 1.5))
    let half = try #require(
      FurnitureLayout.scrollThumb(
        axis: .horizontal, offset: 0, content: 3840, viewport: 1920, panel: panel))
    #expect(abs(Double(half.width) - track / 2) <= 1)
    #expect(half.maxY == 1080 - panel.pixels(millimetres: 1.5))
    let long = try #require(
      FurnitureLayout.scrollThumb(
        axis: .horizontal, offset: 0, content: 9e9, viewport: 1920, panel: panel))
    #expect(long.width == panel.pixels(millimetres: 8))
  }

  @Test(
    "Content that fits has no thumb",
    arguments: [(1920.0, 1920.0), (100, 1920), (1920.5, 1920), (0, 0), (.infinity, 1920), (.nan, 1920)])
  func noThumb(content: Double, viewport: Double) {
    for axis in Axis.allCases {
      let thumb = FurnitureLayout.scrollThumb(
        axis: axis, offset: 0, content: content, viewport: viewport, panel: Self.panels[0])
      #expect(thumb == nil)
    }
  }
}
