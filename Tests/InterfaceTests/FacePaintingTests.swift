import Testing
import ViewerCore

@testable import Interface

struct FacePaintingTests {
  static let panel = Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 82)
  static let styles: [ButtonFace.Style] = [.bar, .sheet, .accent]

  // MARK: Buttons and keys

  @Test("A pressed button is darker than a free one, an idle one paler than either", arguments: styles)
  func states(style: ButtonFace.Style) throws {
    func picture(pressed: Bool = false, enabled: Bool = true) throws -> FurnitureBitmap {
      let face = ButtonFace(icon: .search, style: style, isPressed: pressed, isEnabled: enabled)
      return try paint(.button(face), 60, 50)
    }
    let (free, pressed, idle) = try (picture(), picture(pressed: true), picture(enabled: false))
    #expect(pressed.light(over: 0x1C1B18) < free.light(over: 0x1C1B18))
    #expect(idle.contrast < free.contrast)
    #expect(Set([free.allPixels, pressed.allPixels, idle.allPixels]).count == 3)
  }

  @Test("The ground of a pressed button is 12 % darker")
  func pressedGround() throws {
    let free = try paint(.button(ButtonFace(label: .plain("x"), style: .sheet)), 90, 48)
    let pressed = try paint(.button(ButtonFace(label: .plain("x"), style: .sheet, isPressed: true)), 90, 48)
    #expect(pressed.pixel(x: 8, y: 24) == 0xFF00_0000 | Palette.darkened(free.pixel(x: 8, y: 24) & 0xFF_FFFF))
  }

  @Test("Labels side by side stand on one line, whatever their letters")
  func baseline() throws {
    let tops = try ["nor", "Hop", "Éxito"].map { word -> Int in
      let bitmap = try paint(.button(ButtonFace(label: .plain(word + "z"), style: .bar)), 200, 48)
      // The foot of the last letter, a z, is the line.
      let ink = try #require(bitmap.bounds { $0 >> 24 > 0x80 })
      let last = (ink.maxX - 6..<ink.maxX).flatMap { x in (0..<48).map { (x, $0) } }
      return last.filter { bitmap.pixel(x: $0.0, y: $0.1) >> 24 > 0x80 }.map(\.1).max() ?? 0
    }
    #expect(Set(tops).count == 1, "\(tops)")
  }

  @Test("A label under its icon stays inside and clear of it", arguments: Look.Language.allCases)
  func easy(language: Look.Language) throws {
    try Languages.require()
    let look = Look(language: language, isEasy: true)
    for phrase in [Phrase.home, .contents, .pages, .search, .smaller, .larger, .readAloud] {
      let bitmap = try paint(
        .button(ButtonFace(icon: .home, label: .phrase(phrase), style: .bar)), 80, 80, look: look)
      #expect(bitmap.borderIsClear, "\(phrase)")
      let rows = (0..<80).map { y in (0..<80).contains { bitmap.pixel(x: $0, y: y) >> 24 > 0x40 } }
      // Icon, air, letters.
      let first = try #require(rows.firstIndex(of: true))
      let air = try #require(rows[first...].firstIndex(of: false))
      #expect(rows[air...].contains(true), "\(phrase)")
    }
  }

  @Test("Shift that is on turns its key light")
  func shift() throws {
    let off = try paint(.key(KeyFace(.icon(.shift), style: .special)), 50, 60)
    let on = try paint(.key(KeyFace(.icon(.shift), style: .special, isOn: true)), 50, 60)
    #expect(off.pixel(x: 25, y: 3) & 0xFF < 0x60)
    #expect(on.pixel(x: 25, y: 3) & 0xFF > 0xC0)
  }

  @Test("A key's cap lies amid the key", arguments: ["q", "Q", "5", "m", "W"])
  func caps(letter: String) throws {
    let bitmap = try paint(.key(KeyFace(.text(letter), style: .letter)), 60, 66)
    let ink = try #require(bitmap.bounds { $0 & 0xFF > 0xA0 })
    #expect(abs(ink.x + ink.maxX - 60) <= 4)
    // Descenders hang below.
    #expect(abs(ink.y + ink.maxY - 66) <= (letter == "q" ? 16 : 8), "\(ink)")
  }

  // MARK: The field

  @Test("The caret shows at any place of a text of any length", arguments: [0, 1, 5, 40, 399, 400])
  func caret(place: Int) throws {
    let text = String((0..<400).map { "abcdefghij"[String.Index(utf16Offset: $0 % 10, in: "abcdefghij")] })
    for text in [text, String(text.map { _ in "ש" }), String(text.prefix(6))] {
      let bitmap = try paint(
        .field(FieldFace(text: text, caret: min(place, text.count), placeholder: .searchField)), 240, 40)
      let amber = bitmap.bounds { $0 >> 16 & 0xFF > 0xE0 && $0 & 0xFF < 0x30 }
      let caret = try #require(amber, "\(place)")
      #expect(caret.x >= 4 && caret.maxX <= 236 && caret.height > 12, "\(caret)")
    }
  }

  @Test("Without focus there is no caret, and an empty field says what it is for")
  func noFocus() throws {
    let empty = try paint(.field(FieldFace(text: "", caret: nil, placeholder: .searchField)), 300, 40)
    #expect(empty.bounds { $0 >> 16 & 0xFF > 0xE0 && $0 & 0xFF < 0x30 } == nil)
    let words = try #require(empty.bounds { $0 & 0xFF > 0x90 })
    #expect(words.width > 100)
    let filled = try paint(.field(FieldFace(text: "i", caret: nil, placeholder: .searchField)), 300, 40)
    let letter = try #require(filled.bounds { $0 & 0xFF > 0x90 })
    #expect(letter.width < 10)
  }

  @Test("A text longer than the field never leaves it")
  func clipped() throws {
    let text = String(repeating: "W", count: 500)
    for caret in [0, 250, 500] {
      let bitmap = try paint(.field(FieldFace(text: text, caret: caret, placeholder: .searchField)), 200, 40)
      let ink = try #require(bitmap.bounds { $0 & 0xFF > 0x90 })
      #expect(ink.x >= 2 && ink.maxX <= 198, "\(ink)")
    }
  }

  // MARK: Rows and pages

  @Test("The current row has its own ground and a bar at its left", arguments: Look.Theme.allCases)
  func current(theme: Look.Theme) throws {
    let look = Look(theme: theme)
    let palette = Palette.of(theme)
    let other = try paint(.row(row("Salt", isCurrent: false)), 400, 60, look: look)
    let current = try paint(.row(row("Salt", isCurrent: true)), 400, 60, look: look)
    #expect(other.pixel(x: 1, y: 30) == 0xFF00_0000 | palette.sheet)
    #expect(current.pixel(x: 1, y: 30) == 0xFF00_0000 | palette.mark)
    #expect(current.pixel(x: 398, y: 2) == 0xFF00_0000 | palette.currentRow)
  }

  @Test("Deeper rows stand further in, until they stand far enough")
  func depth() throws {
    let lefts = try (0..<9).map { depth in
      let bitmap = try paint(.row(row("Hall", depth: depth)), 500, 60)
      return try #require(bitmap.bounds { $0 & 0xFF < 0x40 }).x
    }
    #expect(lefts[0] < lefts[1] && lefts[1] < lefts[2] && lefts[4] < lefts[5])
    #expect(lefts[5] == lefts[8])
  }

  @Test("A title that does not fit in a line takes two, and no page number is touched by it")
  func twoLines() throws {
    let long = String(repeating: "harbour walls and quays ", count: 40)
    let bitmap = try paint(.row(row(long, detail: "128")), 500, 60)
    let ink = try #require(bitmap.bounds { $0 & 0xFF < 0x60 && $0 >> 24 == 0xFF })
    let short = try #require(try paint(.row(row("harbour", detail: "")), 500, 60).bounds { $0 & 0xFF < 0x60 })
    #expect(ink.height > short.height * 3 / 2 && ink.y > 0 && ink.maxY < 60)
    // Between the title and the number runs a gap from top to bottom.
    let columns = (250..<490).map { x in
      (0..<60).allSatisfy { bitmap.pixel(x: x, y: $0) == bitmap.pixel(x: 499, y: 0) }
    }
    #expect(columns.longestRun >= 8)
  }

  @Test("A title from right to left begins at the right")
  func rightToLeft() throws {
    let left = try #require(try paint(.row(row("Harbour", detail: "")), 500, 60).bounds { $0 & 0xFF < 0x60 })
    let right = try #require(try paint(.row(row("מדריך", detail: "")), 500, 60).bounds { $0 & 0xFF < 0x60 })
    #expect(left.maxX < 250 && right.x > 250)
  }

  @Test("A hostile title costs no more than a long one, and stays in its row")
  func hostile() throws {
    for title in [
      String(repeating: "x", count: 2_000_000), "\u{202E}\u{2066}a\nb\u{0}",
      String(repeating: "\u{301}", count: 900),
      String(repeating: "漢", count: 5000),
    ] {
      let bitmap = try paint(.row(row(title, depth: 2_000_000)), 300, 40)
      #expect(bitmap.opaque == PixelRect(x: 0, y: 0, width: 300, height: 40))
    }
  }

  @Test(
    "A page of the grid is white paper in every theme; the current one has a frame",
    arguments: Look.Theme.allCases)
  func tile(theme: Look.Theme) throws {
    let paper = PixelRect(x: 20, y: 20, width: 100, height: 140)
    func picture(_ isCurrent: Bool) throws -> FurnitureBitmap {
      try paint(
        .pageTile(PageTileFace(label: "iv", paper: paper, isCurrent: isCurrent, isPressed: false)), 140, 200,
        look: Look(theme: theme))
    }
    let (other, current) = try (picture(false), picture(true))
    for bitmap in [other, current] {
      #expect(bitmap.pixel(x: 20, y: 20) == 0xFFFF_FFFF && bitmap.pixel(x: 119, y: 159) == 0xFFFF_FFFF)
      #expect(bitmap.opaque == paper)
    }
    let mark = 0xFF00_0000 | Palette.of(theme).mark
    #expect(other.bounds { $0 == mark } == nil)
    let frame = try #require(current.bounds { $0 == mark })
    #expect(frame.contains(paper) && frame.x > 0 && frame.maxX < 140)
  }

  // MARK: Marks

  @Test("A handle is 8 mm across, ringed white, in a frame that is larger")
  func handle() throws {
    let side = Self.panel.pixels(millimetres: 15)
    let bitmap = try paint(.selectionHandle(isStart: true), side, side)
    let solid = try #require(bitmap.bounds { $0 >> 24 == 0xFF })
    #expect(abs(Double(solid.width) - 8 * Self.panel.pixelsPerMillimetre) <= 3)
    #expect(bitmap.pixel(x: side / 2, y: side / 2) == 0xFFB3_5C00)
    #expect((solid.x..<solid.x + 4).contains { bitmap.pixel(x: $0, y: side / 2) == 0xFFFF_FFFF })
    #expect(bitmap.borderIsClear)
  }

  @Test("The ring of the focus is open in the middle and amber between dark")
  func focus() throws {
    let bitmap = try paint(.focusRing, 100, 60)
    #expect(bitmap.pixel(x: 50, y: 30) == 0 && bitmap.opaque.isEmpty)
    let column = (0..<8).map { bitmap.pixel(x: 50, y: $0) }
    #expect(column.contains(0xFFFF_B000) && column.first == 0xFF1B_1A17)
    #expect(column.filter { $0 == 0xFFFF_B000 }.count >= 2)
  }

  @Test("Progress grows with what has come", arguments: [(0, 1), (64, 128), (128, 255)])
  func progress(less: Int, more: Int) throws {
    func amber(_ value: Int) throws -> Int {
      try paint(.progress(UInt8(value)), 256, 8).bounds { $0 & 0xFF < 8 && $0 >> 16 & 0xFF > 0xF0 }?.width
        ?? 0
    }
    #expect(try amber(less) <= amber(more))
    #expect(try amber(255) > 245 && amber(0) < 10)
  }

  @Test("A QR code is drawn module by module with four of white around")
  func code() throws {
    let code = try #require(QRCode.modules(of: "https://example.org/"))
    let bitmap = try paint(.qrCode(side: code.side, modules: code.modules), 301, 260)
    let module = 260 / (code.side + 8)
    let (left, top) = ((301 - module * code.side) / 2, (260 - module * code.side) / 2)
    #expect(left >= 4 * module && top >= 4 * module)
    for y in 0..<code.side {
      for x in 0..<code.side {
        let expected: UInt32 = code.modules[y * code.side + x] ? 0xFF00_0000 : 0xFFFF_FFFF
        for (dx, dy) in [(0, 0), (module - 1, module - 1)] {
          #expect(bitmap.pixel(x: left + x * module + dx, y: top + y * module + dy) == expected)
        }
      }
    }
    #expect(bitmap.bounds { $0 == 0xFF00_0000 }?.x == left)
  }

  @Test(
    "A code that is no square, or has no room, leaves white paper",
    arguments: [(3, 8, 90), (25, 625, 20), (-1, 0, 9)])
  func badCode(side: Int, count: Int, size: Int) throws {
    let bitmap = try paint(.qrCode(side: side, modules: Array(repeating: true, count: count)), size, size)
    #expect(Set(bitmap.allPixels) == [0xFFFF_FFFF])
  }

  // MARK: All

  @Test("Where a painting says that nothing shows through, nothing does", arguments: Look.Theme.allCases)
  func opaque(theme: Look.Theme) throws {
    let look = Look(theme: theme)
    var large = 0
    var known: Set<Furniture> = []
    for name in Screens.names {
      for thing in Screens.make(name, Self.panel, look).furniture where known.insert(thing.atOrigin).inserted
      {
        for rotation in [Rotation.none, .quarter] {
          let bitmap = try FurniturePainter.paint(thing, panel: Self.panel, rotation: rotation, look: look)
          let opaque = bitmap.opaque
          #expect(opaque.isEmpty || PixelRect(size: bitmap.size).contains(opaque))
          let holes = (opaque.y..<max(opaque.y, opaque.maxY)).contains { y in
            (opaque.x..<opaque.maxX).contains { bitmap.pixel(x: $0, y: y) >> 24 < 255 }
          }
          #expect(!holes, "\(thing.content)")
          if opaque.area * 10 > bitmap.size.area * 8 { large += 1 }
        }
      }
    }
    // It pays: bars, sheets, keys and rows nearly cover themselves.
    #expect(large > 60)
  }

  @Test(
    "Things without a place to be in are painted without trouble",
    arguments: [(1, 1), (1, 40), (40, 1), (7, 7)])
  func tiny(width: Int, height: Int) throws {
    var known: Set<Furniture.Content> = []
    for name in Screens.names {
      for thing in Screens.make(name, Self.panel, Look(isEasy: true)).furniture
      where known.insert(thing.content).inserted {
        let bitmap = try paint(thing.content, width, height, look: Look(isEasy: true))
        #expect(bitmap.size == PixelSize(width: width, height: height))
      }
    }
  }

  private func row(_ title: String, detail: String = "12", depth: Int = 0, isCurrent: Bool = false) -> RowFace
  {
    RowFace(title: .plain(title), detail: detail, depth: depth, isCurrent: isCurrent, isPressed: false)
  }

  private func paint(_ content: Furniture.Content, _ width: Int, _ height: Int, look: Look = Look())
    throws -> FurnitureBitmap
  {
    try FurniturePainter.paint(
      Furniture(
        content: content, frame: PixelRect(x: 0, y: 0, width: width, height: height), opacity: 255),
      panel: Self.panel, rotation: .none, look: look)
  }
}

extension [Bool] {
  var longestRun: Int {
    var (longest, run) = (0, 0)
    for value in self {
      run = value ? run + 1 : 0
      longest = Swift.max(longest, run)
    }
    return longest
  }
}

extension FurnitureBitmap {
  var showsSomething: Bool {
    (0..<height).contains { y in (0..<width).contains { pixel(x: $0, y: y) != 0 } }
  }

  /// The sum of all light over a ground.
  func light(over ground: UInt32) -> Int {
    allPixels.reduce(0) { $0 + Int($1 >> 8 & 0xFF) + Int(ground >> 8 & 0xFF) * Int(255 - ($1 >> 24)) / 255 }
  }

  /// How far apart the darkest and the lightest pixel are, over the bar.
  var contrast: Int {
    let greens = allPixels.map { Int($0 >> 8 & 0xFF) + 0x1B * Int(255 - ($0 >> 24)) / 255 }
    return (greens.max() ?? 0) - (greens.min() ?? 0)
  }
}
