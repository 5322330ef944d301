import CCairo
import ViewerCore

/// Paints what stands on sheets and bars besides buttons: texts, the field, rows of lists, pages of the page grid.
enum ListPainter {
  /// What stands at a sheet's left edge begins here, mm.
  private static let margin = FurnitureLayout.margin
  /// How far each level of an outline stands in, mm; deeper ones no longer.
  private static let indent = 6.0
  private static let deepest = 5

  static func paint(_ face: TextFace, style: Style, on canvas: borrowing Canvas) throws(InterfaceError) {
    let palette = style.palette
    let ink = face.isOnBar ? palette.barText : palette.ink
    let soft = face.isOnBar ? palette.barSecondary : palette.secondary
    let alignment: TextLayout.Alignment =
      switch face.alignment {
      case .leading: .leading
      case .centre: .centre
      case .trailing: .trailing
      }
    let height = canvas.bounds.height
    var block: TextBlock
    switch face.role {
    case .title:
      block = TextBlock(
        runs: style.runs(face.words, weight: TypeScale.semibold, color: ink),
        capital: style.type.title * style.unit)
      block.lines = 2
    case .body:
      block = TextBlock(
        runs: style.runs(face.words, weight: TypeScale.medium, color: ink),
        capital: style.type.body * style.unit)
      block.isBalanced = true
      block.lines = 20
      block.spacing = 1.08
    case .secondary:
      block = TextBlock(
        runs: style.runs(face.words, weight: TypeScale.regular, color: soft),
        capital: style.type.secondary * style.unit)
      block.lines = 20
      block.spacing = 1.08
    case .counter:
      block = TextBlock(
        runs: style.counter(face.words, strong: ink, soft: soft), capital: style.type.body * style.unit)
      block.smallest = 0.5
      // A sentence in place of a number may take two lines.
      if Set(block.runs.map(\.weight)).count == 1 { block.lines = 2 }
    }
    block.capital = min(block.capital, 0.5 * height)
    block.alignment = alignment
    try block.draw(in: canvas.bounds, on: canvas)
  }

  /// - Returns: where no pixel shows what lies below.
  static func paint(_ face: FieldFace, style: Style, on canvas: borrowing Canvas)
    throws(InterfaceError) -> PixelRect
  {
    let palette = style.palette
    let box = canvas.bounds
    let corner = style.corner(of: box)
    canvas.fillRounded(radius: corner, color: palette.barField)
    let capital = min(style.type.body * style.unit * 1.1, 0.44 * box.height)
    let room = box.inset(x: min(3.2 * style.unit, 0.3 * box.height), y: 0)
    let thickness = max(2, 0.6 * style.unit)
    if face.text.isEmpty {
      // The caret stands clear before it.
      let clear = face.caret == nil ? 0 : 1.2 * thickness
      try TextBlock(
        runs: style.runs(.phrase(face.placeholder), weight: TypeScale.regular, color: palette.barSecondary),
        capital: capital, alignment: .leading
      ).draw(
        in: Box(x: room.x + clear, y: room.y, width: room.width - clear, height: room.height), on: canvas)
    }
    let layout = try TextLayout(
      [.init(text: face.text, weight: TypeScale.regular, color: palette.barText)], capital: capital,
      wrapping: .endless, alignment: .leading, on: canvas)
    layout.set(scale: 1, width: room.width)
    let width = layout.extents.logical.width
    let isRightToLeft = layout.isRightToLeft && !face.text.isEmpty
    var left = isRightToLeft ? room.maxX - width : room.x
    if let caret = face.caret {
      let place = layout.caret(at: face.text.prefix(max(0, caret)).utf8.count)
      // The text moves as far as the caret needs, and no farther.
      left += max(0, room.x - (left + place))
      left -= max(0, left + place + thickness - room.maxX)
      // Just clear of the letter before it, and of the placeholder.
      let x = min(left + place + (face.text.isEmpty ? -0.5 : 0.5) * thickness, box.maxX - thickness)
      canvas.fill(
        Box(x: x, y: box.midY - 1.05 * capital, width: thickness, height: 2.1 * capital),
        radius: thickness / 2, color: palette.accent)
    }
    let top = box.midY + capital / 2 - layout.baseline
    try canvas.clipped(to: room.inset(x: -2 * thickness, y: 0)) { canvas in
      layout.draw(x: left, y: top, on: canvas)
    }
    return SurfacePainter.inner(of: box, radius: corner)
  }

  /// - Returns: where no pixel shows what lies below: a row has the sheet's ground.
  static func paint(_ face: RowFace, style: Style, on canvas: borrowing Canvas)
    throws(InterfaceError) -> PixelRect
  {
    let palette = style.palette
    let box = canvas.bounds
    let ground = face.isCurrent ? palette.currentRow : palette.sheet
    canvas.fill(box, color: face.isPressed ? Palette.darkened(ground) : ground)
    if face.isCurrent {
      canvas.fill(Box(x: 0, y: 0, width: 1.6 * style.unit, height: box.height), color: palette.mark)
    }
    let isTop = face.depth <= 0
    let weight = isTop ? TypeScale.semibold : TypeScale.regular
    let size = isTop ? style.type.body : max(0.93 * style.type.body, style.type.secondary)
    let capital = min(size * style.unit, 0.3 * box.height)
    let margin = min(margin * style.unit, 0.08 * box.width)
    let level = Double(min(max(face.depth, 0), deepest))
    let indent = min(indent * style.unit * level, 0.4 * box.width)
    var room = Box(
      x: margin + indent, y: 0, width: box.width - 2 * margin - indent, height: box.height)
    if !face.detail.isEmpty {
      var detail = TextBlock(
        face.detail, weight: weight, color: palette.secondary, capital: capital, alignment: .trailing)
      detail.smallest = 0.5
      let width = try min(detail.width(on: canvas) + 1, 0.3 * box.width)
      try detail.draw(
        in: Box(x: box.maxX - margin - width, y: 0, width: width, height: box.height), on: canvas)
      room.width -= width + min(4 * style.unit, 0.04 * box.width)
    }
    try TextBlock(
      runs: style.runs(face.title, weight: weight, color: palette.ink), capital: capital,
      alignment: .leading, lines: 2, smallest: 0.8
    ).draw(in: room.inset(x: 0, y: 0.04 * box.height), on: canvas)
    return box.pixelsInside
  }

  /// - Returns: where no pixel shows what lies below: the paper.
  static func paint(_ face: PageTileFace, style: Style, on canvas: borrowing Canvas)
    throws(InterfaceError) -> PixelRect
  {
    let palette = style.palette
    let box = canvas.bounds
    let paper = Box(
      x: Double(face.paper.x), y: Double(face.paper.y), width: Double(face.paper.width),
      height: Double(face.paper.height))
    // About the picture, which lies over the paper.
    if face.isPressed {
      canvas.fillRounded(radius: style.corner(of: box), color: Palette.darkened(palette.sheetButton))
    }
    // 12 % in all, softer outwards.
    for (distance, alpha) in [(1.2, 0.03), (0.8, 0.04), (0.4, 0.05)] {
      let reach = distance * style.unit
      var shade = paper.inset(by: -reach)
      shade.y += 0.3 * style.unit
      canvas.fill(
        shade, radius: reach, around: paper.inset(by: reach), color: 0x000000, alpha: alpha)
    }
    canvas.fill(paper, color: palette.paper)
    if face.isCurrent {
      let width = max(2, style.unit)
      canvas.frame(
        paper.inset(by: -1.6 * width), radius: 1.6 * width, width: width, color: palette.mark)
    }
    let below = Box(
      x: 0, y: paper.maxY + 2 * style.unit, width: box.width,
      height: box.maxY - paper.maxY - 2 * style.unit)
    try TextBlock(
      face.label, weight: face.isCurrent ? TypeScale.semibold : TypeScale.regular,
      color: face.isCurrent ? palette.ink : palette.secondary,
      capital: min(style.type.secondary * style.unit, 0.6 * below.height)
    ).draw(in: below, on: canvas)
    return paper.pixelsInside.intersection(PixelRect(size: canvas.size))
  }
}
