/// Lays out a sheet and what is seen of its list: the work is that of the rows on the screen, however many there are.
package enum SheetLayout {
  package static func frame(_ facts: SheetFacts) -> SheetFrame {
    let metrics = ControlMetrics(facts.panel, isEasy: facts.look.isEasy)
    let content: Int? =
      switch facts.content {
      case .languages(let languages): languages.count * metrics.rowHeight
      case .lines(let lines, _, _): max(1, min(lines.count, 10_000)) * metrics.rowHeight
      case .contents(let items?): max(1, min(items.count, 10_000)) * metrics.rowHeight
      case .contents(nil): nil
      case .pages(let count, _, _):
        // A grid is as high as its rows on the highest sheet.
        PageGrid(SheetFrame(facts.panel, isEasy: facts.look.isEasy, content: nil), count: count).height
      }
    return SheetFrame(facts.panel, isEasy: facts.look.isEasy, content: content)
  }

  /// The whole list's height, px, with some air below it.
  package static func contentHeight(_ facts: SheetFacts, _ frame: SheetFrame) -> Int {
    switch facts.content {
    case .contents, .languages, .lines: facts.count * frame.metrics.rowHeight + frame.metrics.margin
    case .pages: PageGrid(frame, count: facts.count).height
    }
  }

  package static func layer(_ facts: SheetFacts) -> ControlLayer {
    let frame = frame(facts)
    var layer = ControlLayer()
    layer.ground = frame.ground
    var (edge, rest) = (frame.ground, frame.ground)
    edge.height = min(facts.panel.pixels(millimetres: FurnitureLayout.cornerRadius), edge.height)
    rest.y = edge.maxY
    rest.height -= edge.height
    layer.draw(.surface(.sheet), edge)
    if !rest.isEmpty { layer.draw(.surface(.sheetBody), rest) }
    switch facts.content {
    case .contents(let items): contents(items, facts, frame, into: &layer)
    case .languages(let languages): self.languages(languages, facts, frame, into: &layer)
    case .lines(let lines, _, _):
      for index in visibleRows(facts, frame) {
        row(
          index, .plain(lines[index]), detail: "", depth: 0, action: .line(index), facts, frame, into: &layer)
      }
    case .pages(_, let sizes, let first): pages(sizes, first, facts, frame, into: &layer)
    }
    layer.draw(.surface(.grip), frame.grip)
    layer.draw(.text(TextFace(.phrase(title(facts)), role: .title)), frame.title)
    layer.button(
      .close, .close, frame.close, style: .sheet, label: .phrase(.close), pressed: facts.pressed)
    return layer
  }

  private static func title(_ facts: SheetFacts) -> Phrase {
    switch facts.content {
    case .contents: .contents
    case .pages: .pages
    case .languages: .language
    case .lines(_, _, let title): .fieldName(title)
    }
  }

  // MARK: Rows

  /// Rows of a list that are at least partly seen.
  static func visibleRows(_ facts: SheetFacts, _ frame: SheetFrame) -> Range<Int> {
    let height = frame.metrics.rowHeight
    let first = Int((Double(facts.offset) / Double(height)).rounded(.down))
    let last = Int((Double(facts.offset + frame.body.height) / Double(height)).rounded(.up))
    let count = facts.count
    let start = min(max(first, 0), count)
    return start..<max(start, min(last, count))
  }

  private static func contents(
    _ items: [OutlineItem]?, _ facts: SheetFacts, _ frame: SheetFrame,
    into layer: inout ControlLayer
  ) {
    guard let items, !items.isEmpty else {
      if items != nil {
        layer.draw(
          .text(TextFace(.phrase(.noContents), role: .secondary)),
          PixelRect(
            x: frame.title.x, y: frame.body.y, width: frame.ground.width - 2 * frame.metrics.margin,
            height: min(frame.metrics.rowHeight, frame.body.height)))
      }
      return
    }
    for index in visibleRows(facts, frame) {
      let item = items[index]
      let page = item.page.map { facts.label(of: $0) } ?? ""
      let title =
        item.title.isEmpty && !page.isEmpty ? Words.phrase(.page(page)) : .plain(item.title)
      row(
        index, title, detail: page, depth: min(max(item.depth, 0), 8),
        action: item.page == nil ? nil : .outlineRow(index), facts, frame, into: &layer)
    }
  }

  private static func languages(
    _ languages: [Look.Language], _ facts: SheetFacts, _ frame: SheetFrame,
    into layer: inout ControlLayer
  ) {
    for index in visibleRows(facts, frame) {
      row(
        index, .plain(languages[index].ownName), detail: "", depth: 0,
        action: .language(languages[index]),
        facts, frame, into: &layer)
    }
  }

  private static func row(
    _ index: Int, _ title: Words, detail: String, depth: Int, action: ControlAction?,
    _ facts: SheetFacts,
    _ frame: SheetFrame, into layer: inout ControlLayer
  ) {
    let height = frame.metrics.rowHeight
    let place = PixelRect(
      x: frame.body.x, y: frame.body.y + index * height - facts.offset, width: frame.body.width,
      height: height)
    let face = RowFace(
      title: title, detail: detail, depth: depth, isCurrent: facts.isCurrent(index),
      isPressed: action != nil && facts.pressed == action)
    layer.draw(.row(face), place, clip: frame.body)
    layer.draw(
      .surface(.line(on: .sheet)),
      PixelRect(
        x: place.x, y: place.maxY - frame.metrics.line, width: place.width,
        height: frame.metrics.line),
      clip: frame.body)
    let seen = place.intersection(frame.body)
    if let action, !seen.isEmpty { layer.offer(action, seen, title) }
  }

  // MARK: Pages

  private static func pages(
    _ sizes: [Size], _ first: Int, _ facts: SheetFacts, _ frame: SheetFrame,
    into layer: inout ControlLayer
  ) {
    let grid = PageGrid(frame, count: facts.count)
    for (index, size) in sizes.enumerated() where first + index < facts.count {
      let page = first + index
      let tile = grid.tile(page).offset(x: 0, y: -facts.offset)
      let paper = grid.paper(size)
      let action = ControlAction.thumbnail(page)
      let label = facts.label(of: page)
      layer.draw(
        .pageTile(
          PageTileFace(
            label: label, paper: paper, isCurrent: page == facts.current,
            isPressed: facts.pressed == action)),
        tile, clip: frame.body)
      let seen = tile.intersection(frame.body)
      if !seen.isEmpty { layer.offer(action, seen, .phrase(.page(label))) }
    }
  }

  /// Where a page's picture lies on the panel.
  package static func picture(_ page: Int, size: Size, count: Int, offset: Int, _ frame: SheetFrame)
    -> PixelRect
  {
    let grid = PageGrid(frame, count: count)
    let tile = grid.tile(page)
    return grid.paper(size).offset(x: tile.x, y: tile.y - offset)
  }

  /// Pages of the grid that are at least partly seen.
  package static func visiblePages(count: Int, offset: Int, _ frame: SheetFrame) -> Range<Int> {
    PageGrid(frame, count: count).visible(offset: offset)
  }
}

extension Look.Language {
  /// What its speakers call it.
  package var ownName: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .spanish: "Español"
    }
  }
}
