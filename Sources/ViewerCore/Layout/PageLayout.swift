/// Where every page lies in the content: one after the other along the main axis, each fitted to the view on its own,
/// narrower ones centred across.
///
/// Content pixels are screen pixels at zoom 1. A page has a slot along the main axis: in a continuous layout the slot
/// is the page, else it is at least as long as the view, with the page amid it, so that a view that begins where a
/// slot begins shows exactly that page.
///
/// 16 bytes a page; every query is O(log n) or O(1). Pages that are read from the right to the left are kept in the
/// order in which they are seen; nothing outside this type knows of another order than the document's.
package struct PageLayout: Hashable, Sendable {
  /// No side of a page is laid out longer than this many pixels, so that sums of any document's pages stay exact.
  private static let longestSide = 4_000_000.0

  /// Where each slot begins along the main axis, content px, in the order seen.
  private var slots: [Int] = []
  /// Each page along and across the main axis, content px, in the order seen.
  private var lengths: [Int32] = []
  private var breadths: [Int32] = []
  /// The content across the main axis, content px: at least the view's.
  private var breadth: Int
  package let style: LayoutStyle
  /// What is seen at once at zoom 1, px.
  package let viewport: PixelSize
  package let spacing: Int
  /// In a single layout the page that is there; nil in all others.
  package private(set) var solePage: Int?

  /// - Parameters:
  ///   - viewport: what is seen at once, px.
  ///   - spacing: px between slots.
  ///   - fitting: what pages are fitted to, where that is more than is seen (a keyboard covers the rest), px.
  package init(
    sizes: PageSizes, viewport: PixelSize, spacing: Int, style: LayoutStyle = LayoutStyle(),
    fitting: PixelSize? = nil
  ) {
    self.viewport = viewport
    self.spacing = spacing
    self.style = style
    let room = fitting ?? viewport
    let width = Double(max(1, room.width - style.insets.sum(.horizontal)))
    let height = Double(max(1, room.height - style.insets.sum(.vertical)))
    breadth = viewport[style.axis.other]
    let count = sizes.count
    guard count > 0 else { return }
    slots.reserveCapacity(count)
    lengths.reserveCapacity(count)
    breadths.reserveCapacity(count)
    let beyond = style.insets.sum(style.axis.other)
    var start = style.mode == .continuous ? style.insets.start(style.axis) : 0
    for place in 0..<count {
      let size = sizes[style.isRightToLeft ? count - 1 - place : place]
      let page = Self.fitted(size, width: width, height: height, style.fit)
      slots.append(start)
      lengths.append(Int32(page[style.axis]))
      breadths.append(Int32(page[style.axis.other]))
      breadth = max(breadth, page[style.axis.other] + beyond)
      start += slotLength(place) + spacing
    }
    if style.mode == .single { solePage = 0 }
  }

  /// The page at zoom 1, whole px.
  private static func fitted(_ size: Size, width: Double, height: Double, _ fit: LayoutStyle.Fit) -> PixelSize
  {
    let scale =
      switch fit {
      case .width: width / size.width
      case .height: height / size.height
      case .page: min(width / size.width, height / size.height)
      }
    func side(_ length: Double) -> Int { max(1, Int(min(length * scale, longestSide).rounded())) }
    return PixelSize(width: side(size.width), height: side(size.height))
  }

  /// Another page is the one that a single layout shows.
  package mutating func showOnly(_ page: Int) {
    guard solePage != nil else { return }
    solePage = min(max(page, 0), max(0, count - 1))
  }

  package var axis: Axis { style.axis }
  package var count: Int { slots.count }

  /// The content's extent at zoom 1, px.
  package var extent: PixelSize {
    guard count > 0 else { return .zero }
    let margin = style.mode == .continuous ? style.insets.end(axis) : 0
    return PixelSize(along: axis, slots[count - 1] + slotLength(count - 1) + margin, across: breadth)
  }

  /// The page's rectangle at zoom 1, content px.
  package func frame(of page: Int) -> PixelRect {
    let place = place(of: page)
    let across = Int(breadths[place])
    let free = breadth - style.insets.sum(axis.other) - across
    return PixelRect(
      along: axis, start(place), length: Int(lengths[place]),
      across: style.insets.start(axis.other) + free / 2, breadth: across)
  }

  // MARK: Pages by place

  /// The page that holds a place along the main axis, or the next one after a gap, as seen from the top or the left;
  /// the last one beyond the end.
  package func page(at position: Double) -> Int {
    solePage ?? page(seen: min(first { Double(end($0)) > position }, count - 1))
  }

  /// The pages that any part of `range` (content px at zoom 1, along the main axis) touches.
  package func pages(in range: ClosedRange<Double>) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let from = min(first { Double(end($0)) > range.lowerBound }, count - 1)
    let to = Double(end(from)) > range.lowerBound ? first { Double(start($0)) >= range.upperBound } : from
    let seen = from..<max(from, to)
    if let solePage {
      return seen.contains(place(of: solePage)) ? solePage..<solePage + 1 : solePage..<solePage
    }
    return style.isRightToLeft ? count - seen.upperBound..<count - seen.lowerBound : seen
  }

  /// The pages that a view shows any part of, as far as the main axis tells.
  package func visiblePages(_ viewport: Viewport) -> Range<Int> {
    let start = viewport.offset[axis]
    return pages(in: (start / viewport.zoom)...((start + Double(viewport.size[axis])) / viewport.zoom))
  }

  /// The page at the edge of the view where reading begins: at the top, or at the left or right.
  package func leadingPage(_ viewport: Viewport) -> Int {
    guard style.isRightToLeft, solePage == nil else {
      return page(at: viewport.offset[axis] / viewport.zoom)
    }
    let edge = (viewport.offset[axis] + Double(viewport.size[axis])) / viewport.zoom
    return page(seen: max(0, first { Double(start($0)) >= edge } - 1))
  }

  /// The page whose slot holds a place along the main axis, or is nearest to it.
  package func slot(at position: Double) -> Int {
    if let solePage { return solePage }
    let half = Double(spacing) / 2
    return page(seen: min(first { Double(slots[$0] + slotLength($0)) + half > position }, count - 1))
  }

  /// The page that is seen before (−1) or after (+1) another; nil beyond the ends.
  package func page(beside page: Int, by step: Int) -> Int? {
    let next = place(of: page) + step
    return (0..<count).contains(next) && solePage == nil ? self.page(seen: next) : nil
  }

  /// Where a page's slot begins and ends along the main axis, content px.
  package func slot(of page: Int) -> Range<Int> {
    let place = place(of: page)
    return slots[place]..<slots[place] + slotLength(place)
  }

  // MARK: In the order seen

  private func place(of page: Int) -> Int { style.isRightToLeft ? count - 1 - page : page }
  private func page(seen place: Int) -> Int { style.isRightToLeft ? count - 1 - place : place }

  private func slotLength(_ place: Int) -> Int {
    let length = Int(lengths[place])
    if style.mode == .continuous { return length }
    return max(viewport[axis], length + style.insets.sum(axis))
  }

  /// Where the page at a place begins along the main axis: amid its slot.
  private func start(_ place: Int) -> Int {
    if style.mode == .continuous { return slots[place] }
    let free = slotLength(place) - style.insets.sum(axis) - Int(lengths[place])
    return slots[place] + style.insets.start(axis) + free / 2
  }

  private func end(_ place: Int) -> Int { start(place) + Int(lengths[place]) }

  /// The first place for which `isThere` holds, which it does for all that follow; `count` where it never does.
  private func first(_ isThere: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isThere(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
