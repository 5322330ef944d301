import Testing

@testable import ViewerCore

@Suite struct LayoutStyleTests {
  static let view = PixelSize(width: 100, height: 150)
  /// Portrait, landscape, and a strip three times as long as it is wide.
  static let shapes = [
    Size(width: 100, height: 120), Size(width: 200, height: 100), Size(width: 50, height: 150),
  ]

  static func layout(_ style: LayoutStyle, _ sizes: [Size] = shapes, fitting: PixelSize? = nil) -> PageLayout
  {
    var known = PageSizes(count: sizes.count, first: sizes[0])
    known.record(sizes, from: 0)
    return PageLayout(sizes: known, viewport: view, spacing: 10, style: style, fitting: fitting)
  }

  private static func style(
    _ mode: LayoutStyle.Mode, _ axis: Axis = .vertical, _ fit: LayoutStyle.Fit = .width, rtl: Bool = false,
    _ insets: Insets = Insets()
  ) -> LayoutStyle {
    LayoutStyle(mode: mode, axis: axis, fit: fit, isRightToLeft: rtl, insets: insets)
  }

  private static let wide = Insets(top: 1, right: 2, bottom: 3, left: 4)

  /// The style; each page as x, y, width, height; the extent.
  static let tables: [(LayoutStyle, [[Int]], [Int])] = [
    (style(.continuous), [[0, 0, 100, 120], [0, 130, 100, 50], [0, 190, 100, 300]], [100, 490]),
    // Every page as high as the view; narrower ones amid the widest.
    (
      style(.continuous, .vertical, .height),
      [[87, 0, 125, 150], [0, 160, 300, 150], [125, 320, 50, 150]], [300, 470]
    ),
    (
      style(.continuous, .vertical, .page),
      [[0, 0, 100, 120], [0, 130, 100, 50], [25, 190, 50, 150]], [100, 340]
    ),
    (
      style(.continuous, .horizontal, .width),
      [[0, 90, 100, 120], [110, 125, 100, 50], [220, 0, 100, 300]], [320, 300]
    ),
    (
      style(.continuous, .horizontal, .height),
      [[0, 0, 125, 150], [135, 0, 300, 150], [445, 0, 50, 150]], [495, 150]
    ),
    (
      style(.continuous, .horizontal, .height, rtl: true),
      [[370, 0, 125, 150], [60, 0, 300, 150], [0, 0, 50, 150]], [495, 150]
    ),
    // A slot is as long as the view, or as its page where that is longer.
    (style(.paged), [[0, 15, 100, 120], [0, 210, 100, 50], [0, 320, 100, 300]], [100, 620]),
    (
      style(.paged, .horizontal, .page),
      [[0, 15, 100, 120], [110, 50, 100, 50], [245, 0, 50, 150]], [320, 150]
    ),
    (
      style(.paged, .horizontal, .page, rtl: true),
      [[220, 15, 100, 120], [110, 50, 100, 50], [25, 0, 50, 150]], [320, 150]
    ),
    (
      style(.single, .vertical, .page), [[0, 15, 100, 120], [0, 210, 100, 50], [25, 320, 50, 150]],
      [100, 470]
    ),
    (
      style(.continuous, .vertical, .width, wide),
      [[4, 1, 94, 113], [4, 124, 94, 47], [4, 181, 94, 282]], [100, 466]
    ),
    (
      style(.paged, .vertical, .page, wide),
      [[4, 17, 94, 113], [4, 210, 94, 47], [26, 321, 49, 146]], [100, 470]
    ),
  ]

  @Test("Every layout puts pages where its table says", arguments: tables.indices)
  func frames(index: Int) {
    let (style, frames, extent) = Self.tables[index]
    let layout = Self.layout(style)
    for (page, frame) in frames.enumerated() {
      #expect(
        layout.frame(of: page) == PixelRect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]),
        "page \(page)")
    }
    #expect(layout.extent == PixelSize(width: extent[0], height: extent[1]))
  }

  @Test(
    "Where a slot begins the view shows exactly its page", arguments: [Axis.vertical, .horizontal],
    [false, true])
  func slots(axis: Axis, rtl: Bool) {
    let layout = Self.layout(Self.style(.paged, axis, .page, rtl: rtl && axis == .horizontal))
    for page in 0..<3 {
      var viewport = Viewport(size: Self.view)
      let bounds = layout.bounds(ofSlot: page, zoom: 1)
      viewport.show(offset: Point(x: bounds.x.lowerBound, y: bounds.y.lowerBound))
      #expect(layout.visiblePages(viewport) == page..<page + 1)
      #expect(PixelRect(size: Self.view).contains(viewport.frame(of: layout.frame(of: page))))
      #expect(Double(layout.slot(of: page).lowerBound) == bounds[axis].lowerBound)
      #expect(bounds[axis].lowerBound == bounds[axis].upperBound)
    }
  }

  @Test("A page longer than the view has a slot of its own length to move in, zoomed out it is centred")
  func longSlot() {
    let layout = Self.layout(Self.style(.paged))
    #expect(layout.bounds(ofSlot: 2, zoom: 1).y == 320...470)
    #expect(layout.bounds(ofSlot: 2, zoom: 2).y == 640...1090)
    #expect(layout.bounds(ofSlot: 2, zoom: 0.25).y == 42.5...42.5)
    #expect(layout.slotRun(zoom: 1) == 0...470)
  }

  @Test("Document and visual order meet in the layout alone", arguments: [false, true])
  func order(rtl: Bool) {
    let layout = Self.layout(Self.style(.continuous, .horizontal, .height, rtl: rtl))
    for page in 0..<3 {
      let frame = layout.frame(of: page)
      #expect(layout.page(at: Double(frame.x) + 1) == page)
      #expect(layout.pages(in: Double(frame.x)...Double(frame.maxX)) == page..<page + 1)
      #expect(layout.page(beside: page, by: rtl ? -1 : 1) == (page < 2 ? page + 1 : nil))
    }
    let both = layout.frame(of: 0).x < layout.frame(of: 1).x ? 120.0...140.0 : 350.0...375.0
    #expect(layout.pages(in: both) == 0..<2)
    var viewport = Viewport(size: Self.view)
    viewport.show(offset: Point(x: layout.leading(1, zoom: 1), y: 0))
    #expect(layout.leadingPage(viewport) == 1)
    #expect(layout.leading(0, zoom: 1) == (rtl ? 395 : 0))
  }

  @Test("A single layout knows of one page only, whatever place is asked for")
  func single() {
    var layout = Self.layout(Self.style(.single, .vertical, .page))
    layout.showOnly(1)
    #expect(layout.page(at: 0) == 1 && layout.slot(at: 1e9) == 1)
    #expect(layout.pages(in: 0...9999) == 1..<2)
    #expect(layout.pages(in: 0...100).isEmpty)
    #expect(layout.page(beside: 1, by: 1) == nil)
    layout.showOnly(77)
    #expect(layout.solePage == 2)
  }

  @Test("Where a keyboard covers a part, pages keep their size and slots are as long as what is seen")
  func covered() {
    var sizes = PageSizes(count: 2, first: Size(width: 100, height: 150))
    sizes.record([Size(width: 100, height: 150), Size(width: 100, height: 20)], from: 0)
    let layout = PageLayout(
      sizes: sizes, viewport: PixelSize(width: 100, height: 60), spacing: 0,
      style: Self.style(.paged, .vertical, .page), fitting: Self.view)
    #expect(layout.frame(of: 0).size == Self.view)
    #expect(layout.slot(of: 1) == 150..<210)
    #expect(layout.bounds(ofSlot: 0, zoom: 1).y == 0...90)
  }

  @Test(
    "In every layout the searches agree with looking at every page", arguments: ReadingPropertyTests.styles)
  func agreesWithScan(style: LayoutStyle) {
    for seed in 0..<6 {
      var random = SplitMix(seed: UInt64(seed))
      let layout = Self.layout(style, ReadingPropertyTests.sizes(&random))
      guard layout.solePage == nil else { continue }
      let axis = style.axis
      for _ in 0..<60 {
        let start = Double(random.next(below: layout.extent[axis] + 200)) - 100
        let range = start...(start + Double(random.next(below: 400)) + 0.5)
        let scanned = (0..<layout.count).filter {
          let frame = layout.frame(of: $0)
          return Double(frame.start(axis)) < range.upperBound && Double(frame.end(axis)) > range.lowerBound
        }
        #expect(Array(layout.pages(in: range)) == scanned)
        let slot = layout.slot(of: layout.slot(at: start))
        let nearest = (0..<layout.count).map { page -> Double in
          let slot = layout.slot(of: page)
          return max(Double(slot.lowerBound) - start, start - Double(slot.upperBound), 0)
        }.min()
        #expect(max(Double(slot.lowerBound) - start, start - Double(slot.upperBound), 0) == nearest)
      }
    }
  }

  @Test("Forty thousand pages take sixteen bytes each and are found at once", arguments: [false, true])
  func manyPages(rtl: Bool) {
    let layout = PageLayout(
      sizes: PageSizes(count: 40_000, first: Size(width: 595, height: 842)),
      viewport: PixelSize(width: 1920, height: 1080), spacing: 16,
      style: Self.style(.paged, .horizontal, .page, rtl: rtl))
    #expect(layout.slot(of: rtl ? 0 : 39_999).lowerBound == 39_999 * 1936)
    let middle = layout.slot(of: 20_000)
    #expect(layout.slot(at: Double(middle.lowerBound) + 3) == 20_000)
    // Three columns: 8, 4 and 4 bytes.
    #expect(MemoryLayout<Int>.size + 2 * MemoryLayout<Int32>.size == 16)
  }
}
