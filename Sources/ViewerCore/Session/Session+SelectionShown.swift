/// What shows of the selection, and what may be done with it.
extension Session {
  func selectionHighlights(of page: Int, frame: PixelRect) -> [SceneHighlight] {
    guard let marks = selecting.marks[page] else { return [] }
    return highlights(marks.boxes, kind: .selection, of: page, frame: frame)
  }

  /// Boxes of a page as marks on the panel, none beyond it.
  func highlights(_ boxes: [PageText.Box], kind: SceneHighlight.Kind, of page: Int, frame: PixelRect)
    -> [SceneHighlight]
  {
    let seen = frame.intersection(PixelRect(size: scroller.viewport.size))
    let size = document.sizes[page]
    var result: [SceneHighlight] = []
    for box in boxes {
      let rect = box.rect(on: frame, of: size).intersection(seen)
      if !rect.isEmpty { result.append(SceneHighlight(frame: rect, kind: kind)) }
    }
    return result
  }

  /// Adds handles and the floating bar to the scene, over the pages.
  func furnishSelection(_ scene: inout Scene, at now: Timestamp) {
    guard selecting.selection != nil else { return }
    for handle in selectionHandles.handles {
      scene.furniture.append(
        Furniture(
          content: .selectionHandle(isStart: handle.isStart),
          frame: handle.frame.grown(by: panel.pixels(millimetres: SelectionHandles.shadow)), opacity: 255))
    }
    guard let bar = selectionBar else { return }
    var pressed: ControlAction?
    if case .tapping(let tap) = selecting.touch, tap.isPressed { pressed = tap.action }
    scene.furniture += bar.furniture(pressed: pressed)
  }

  /// The rounds at the ends that are on the panel.
  var selectionHandles: SelectionHandles {
    var handles = SelectionHandles()
    guard let selection = selecting.selection, document.isOpen else { return handles }
    for isStart in [true, false] {
      let page = isStart ? selection.start.page : selection.end.page
      guard let marks = selecting.marks[page], let caret = isStart ? marks.first : marks.last else {
        continue
      }
      handles.add(
        caret, isStart: isStart, frame: panelFrame(of: page), size: document.sizes[page], panel: viewPanel)
    }
    return handles
  }

  /// The bar beside the selection; nil while a finger extends it, while the page moves, or when nothing of it is in
  /// view.
  var selectionBar: SelectionBar? {
    guard let selection = selecting.selection, !scroller.isMoving, settling.isSettled else { return nil }
    if selecting.isTouched, selecting.touch?.finger != nil { return nil }
    let screen = PixelRect(size: scroller.viewport.size)
    var covered = PixelRect.empty
    for page in visiblePages where selection.pages.contains(page) {
      guard let marks = selecting.marks[page] else { continue }
      let frame = panelFrame(of: page)
      for box in marks.boxes {
        covered = covered.union(box.rect(on: frame, of: document.sizes[page]).intersection(screen))
      }
    }
    guard !covered.isEmpty else { return nil }
    return SelectionBar(
      selection: covered, handles: selectionHandles.handles.map(\.frame), panel: viewPanel, look: look)
  }

  /// The buttons of the bar as they lie on the panel now; none while it is hidden.
  func selectionButtons() -> [(ControlAction, PixelRect)] {
    selectionBar?.buttons.map { ($0.action, $0.frame) } ?? []
  }

  func selectionControl(at place: Point) -> ControlAction? {
    selecting.selection == nil ? nil : selectionBar?.button(at: place)?.action
  }

  // MARK: What may be done with it

  mutating func clearSelection(at now: Timestamp) {
    selecting.set(nil, at: now)
    selecting.touch = nil
  }

  /// The whole document; its words are not read for it.
  mutating func selectAll(at now: Timestamp) {
    guard options.selects, document.isOpen else { return }
    selecting.set(TextSelection(pages: 0..<document.sizes.count), at: now)
  }

  /// Collects what is selected, page by page, and hands it out when all of it is here.
  mutating func copySelection(at now: Timestamp) {
    selecting.beginCopy()
  }

  /// What is selected, as it would be copied, as far as its words are here; nil when nothing is.
  var selectedText: String? {
    guard let selection = selecting.selection else { return nil }
    var gathering = TextGathering(selection, limit: SelectionState.copyLimit)
    while let page = gathering.next, let text = text(of: page) { gathering.take(text) }
    return gathering.text
  }

  /// What to look for when what is selected is searched: its first line's worth; nil when there is nothing.
  var selectionQuery: String? {
    guard let selection = selecting.selection else { return nil }
    var gathering = TextGathering(selection, limit: 1000, pages: 1)
    while let page = gathering.next, let text = text(of: page) { gathering.take(text) }
    let words = gathering.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(100))
  }

  /// Looks for what is selected.
  mutating func searchForSelection(at now: Timestamp) {
    guard let query = selectionQuery else { return }
    clearSelection(at: now)
    search(for: query, at: now)
  }

  // MARK: Places

  /// What of the panel shows pages.
  private var viewPanel: Panel { Panel(size: scroller.viewport.size, dotsPerInch: panel.dotsPerInch) }

  /// A page's rectangle on the panel.
  func panelFrame(of page: Int) -> PixelRect {
    scroller.viewport.frame(of: document.layout.frame(of: page))
  }

  func pagePoint(onPanel place: Point, on page: Int) -> Point {
    let frame = panelFrame(of: page)
    let size = document.sizes[page]
    return Point(
      x: (place.x - Double(frame.x)) * size.width / Double(frame.width),
      y: (place.y - Double(frame.y)) * size.height / Double(frame.height))
  }

  /// The page in view that lies under a place.
  func page(under place: Point) -> Int? {
    visiblePages.first { panelFrame(of: $0).distance(to: place) == 0 }
  }

  func page(nearest place: Point) -> Int? {
    guard document.isOpen else { return nil }
    return visiblePages.min {
      panelFrame(of: $0).distance(to: place) < panelFrame(of: $1).distance(to: place)
    }
  }
}

extension PixelRect {
  /// How far a place lies outside, px; 0 inside.
  fileprivate func distance(to place: Point) -> Double {
    let across = max(Double(x) - place.x, 0, place.x - Double(maxX))
    let down = max(Double(y) - place.y, 0, place.y - Double(maxY))
    return Point(x: across, y: down).length
  }
}
