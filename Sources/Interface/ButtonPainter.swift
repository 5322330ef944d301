import ViewerCore

/// Paints buttons and the keys of the keyboard.
enum ButtonPainter {
  /// Of an icon's grid in the shorter side of its button.
  private static let iconShare = 0.5
  /// Of a letter's capital in the height of its key; in easy mode of the larger one.
  private static let letterShare = (usual: 0.31, easy: 0.44)
  /// Of a capital in the height of a button.
  private static let mostOfHeight = 0.44

  /// - Returns: where no pixel shows what lies below.
  static func paint(_ face: ButtonFace, style: Style, on canvas: borrowing Canvas)
    throws(InterfaceError) -> PixelRect
  {
    let palette = style.palette
    var ground: UInt32?
    var ink: UInt32
    switch face.style {
    case .bar:
      (ground, ink) = (face.isPressed ? Palette.darkened(palette.bar, by: 0.5) : nil, palette.barText)
    case .sheet: (ground, ink) = (palette.sheetButton, palette.ink)
    case .accent: (ground, ink) = (palette.accent, palette.accentInk)
    }
    if face.isPressed {
      if face.style != .bar { ground = ground.map { Palette.darkened($0) } }
      ink = Palette.darkened(ink)
    }
    // On the bar the ground keeps off its neighbours.
    let box = face.style == .bar ? canvas.bounds.inset(by: 0.8 * style.unit) : canvas.bounds
    let corner = face.style == .bar ? style.corner - 0.8 * style.unit : style.corner(of: box)
    var opaque = PixelRect.empty
    if let ground {
      // What is switched off is flat: its ground fades as its words do.
      canvas.fill(box, radius: corner, color: ground, alpha: face.isEnabled ? 1 : 0.5)
      if face.isEnabled { opaque = SurfacePainter.inner(of: box, radius: corner) }
    }
    try paintLabel(face, ink: ink, in: canvas.bounds, style: style, on: canvas)
    return opaque
  }

  private static func paintLabel(
    _ face: ButtonFace, ink: UInt32, in box: Box, style: Style, on canvas: borrowing Canvas
  ) throws(InterfaceError) {
    let alpha = face.isEnabled ? 1 : Palette.disabled
    let side = min(iconShare * min(box.width, box.height), 9 * style.unit)
    let words = face.label.map { Messages.text($0, language: style.look.language) } ?? ""
    let color = face.isEnabled ? ink : mixed(ink, style: face.style, palette: style.palette)
    guard let icon = face.icon else {
      let weight = face.style == .accent ? TypeScale.semibold : TypeScale.medium
      let capital = min(style.type.body * style.unit, mostOfHeight * box.height)
      // Two short lines are better read than one in small letters.
      let lines = box.height > 4.2 * capital && words.contains(" ") ? 2 : 1
      return try TextBlock(
        words, weight: weight, color: color, capital: capital, lines: lines, smallest: 0.5
      ).draw(in: box.inset(x: min(1.6 * style.unit, 0.06 * box.width), y: 0), on: canvas)
    }
    guard !words.isEmpty else {
      return IconDrawing.draw(
        icon, in: amid(box, side: side), color: ink, alpha: alpha, on: canvas)
    }
    let isLow = 0.3 * box.height < style.type.secondary * style.unit
    if isLow, box.width > 2.2 * box.height {
      // Side by side, together amid the button.
      let capital = min(style.type.body * style.unit, mostOfHeight * box.height)
      let gap = 0.4 * side
      let block = TextBlock(
        words, weight: TypeScale.medium, color: color, capital: capital, alignment: .leading, smallest: 0.5)
      let room = box.width - side - gap - 2 * min(2.4 * style.unit, 0.06 * box.width)
      let width = try min(block.width(on: canvas), room)
      let left = box.midX - (side + gap + width) / 2
      IconDrawing.draw(
        icon, in: Box(x: left, y: box.midY - side / 2, width: side, height: side), color: ink,
        alpha: alpha, on: canvas)
      return try block.draw(
        in: Box(x: left + side + gap, y: box.y, width: width + 1, height: box.height), on: canvas)
    }
    // The label below the icon; the pair is amid the button.
    let pad = min(0.8 * style.unit, 0.06 * box.width)
    let size = min(side, 0.42 * box.height)
    let capital = min(style.type.secondary * style.unit, 0.3 * box.height)
    let gap = 0.06 * box.height
    let top = box.midY - (size + gap + 1.3 * capital) / 2
    IconDrawing.draw(
      icon, in: Box(x: box.midX - size / 2, y: top, width: size, height: size), color: ink, alpha: alpha,
      on: canvas)
    try TextBlock(
      words, weight: TypeScale.medium, color: color, capital: capital, smallest: 0.4
    ).draw(
      in: Box(
        x: box.x + pad, y: top + size + gap - 0.5 * capital, width: box.width - 2 * pad, height: 2.3 * capital
      ),
      on: canvas)
  }

  static func paint(_ face: KeyFace, style: Style, on canvas: borrowing Canvas)
    throws(InterfaceError) -> PixelRect
  {
    let palette = style.palette
    var (ground, ink) =
      switch face.style {
      case .letter: (palette.barField, palette.barText)
      case .special: (palette.barSpecial, palette.barText)
      case .accent: (palette.accent, palette.accentInk)
      }
    if face.isOn { (ground, ink) = (palette.barText, palette.accentInk) }
    if face.isPressed { (ground, ink) = (Palette.darkened(ground, by: 0.3), Palette.darkened(ink)) }
    let box = canvas.bounds
    let corner = style.corner(of: box)
    canvas.fillRounded(radius: corner, color: ground)
    let side = min(box.height, 1.4 * box.width)
    let isEasy = style.look.isEasy
    let capital =
      isEasy
      ? max(letterShare.usual * side, min(1.15 * style.type.body * style.unit, letterShare.easy * side))
      : letterShare.usual * side
    // Words are smaller than letters, but never too small.
    let word = min(max(0.82 * capital, style.type.secondary * style.unit), capital)
    switch face.cap {
    case .blank: break
    case .icon(let icon):
      IconDrawing.draw(icon, in: amid(box, side: 0.46 * min(box.width, box.height)), color: ink, on: canvas)
    case .words(let phrase):
      let words = Messages.text(phrase, language: style.look.language)
      try label(words, weight: face.style == .accent ? 600 : 500, capital: word)
    case .text(let text):
      let isLetter = text.count == 1
      // Small letters alone look low when they stand where capitals are centred.
      let isSmall = text.first?.isLowercase ?? false
      try label(
        text, weight: face.style == .accent ? 600 : 400, capital: isLetter ? capital : word,
        raised: isLetter && isSmall ? 0.12 * capital : 0)
    }
    return SurfacePainter.inner(of: box, radius: corner)

    func label(_ text: String, weight: UInt32, capital: Double, raised: Double = 0) throws(InterfaceError) {
      var room = box.inset(x: min(1.2 * style.unit, 0.06 * box.width), y: 0)
      room.y -= raised
      try TextBlock(text, weight: weight, color: ink, capital: capital, smallest: 0.4)
        .draw(in: room, on: canvas)
    }
  }

  private static func amid(_ box: Box, side: Double) -> Box {
    Box(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side)
  }

  /// The colour of words that are switched off: as translucent ink over the ground would look.
  private static func mixed(_ ink: UInt32, style: ButtonFace.Style, palette: Palette) -> UInt32 {
    let ground =
      switch style {
      case .bar: palette.bar
      case .sheet: palette.sheet
      case .accent: palette.accent
      }
    return [16, 8, 0].reduce(UInt32(0)) { result, shift in
      let (ink, ground) = (Double(ink >> UInt32(shift) & 0xFF), Double(ground >> UInt32(shift) & 0xFF))
      return result | UInt32((ground + (ink - ground) * Palette.disabled).rounded()) << UInt32(shift)
    }
  }
}
