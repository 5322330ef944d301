import Testing
import ViewerCore

@testable import Interface

/// How lines, carets and marks stand.
struct TypographyTests {
  private static let panel = FurniturePainterTests.panels[0]

  private func paint(_ content: Furniture.Content, _ width: Int, _ height: Int, look: Look = Look())
    throws -> (bitmap: FurnitureBitmap, texts: [PaintLog.Text])
  {
    let log = PaintLog()
    let thing = Furniture(
      content: content, frame: PixelRect(x: 0, y: 0, width: width, height: height), opacity: 255)
    let bitmap = try FurniturePainter.paint(
      thing, panel: Self.panel, rotation: .none, look: look, log: log)
    return (bitmap, log.texts)
  }

  @Test(
    "Lines amid a card are about as long as one another",
    arguments: ["one two three four five six seven eight nine ten eleven twelve", "a longer sentence or so"])
  func balanced(text: String) throws {
    for width in stride(from: 150, through: 420, by: 30) {
      let face = TextFace(.plain(text), role: .body, alignment: .centre)
      let (bitmap, texts) = try paint(.text(face), width, 160)
      let lines = Self.lines(bitmap)
      #expect(lines.count == texts.first?.lines)
      // The last line is no single word under a long one.
      guard lines.count > 1, let longest = lines.map(\.width).max(), let last = lines.last else { continue }
      #expect(Double(last.width) > 0.4 * Double(longest), "\(width): \(lines)")
      for line in lines { #expect(abs(line.x + line.maxX - width) <= 6) }
    }
  }

  /// What each line of letters covers.
  private static func lines(_ bitmap: FurnitureBitmap) -> [PixelRect] {
    var result: [PixelRect] = []
    var isInLine = false
    for y in 0..<bitmap.height {
      let dark = (0..<bitmap.width).filter { bitmap.pixel(x: $0, y: y) >> 24 > 0x80 }
      guard let first = dark.first, let last = dark.last else {
        isInLine = false
        continue
      }
      let row = PixelRect(x: first, y: y, width: last - first + 1, height: 1)
      if isInLine, let line = result.popLast() { result.append(line.union(row)) } else { result.append(row) }
      isInLine = true
    }
    // Dots stand apart from their letters.
    return result.filter { $0.height > 4 }
  }

  @Test("The caret stands clear before what an empty field is for", arguments: Look.Language.allCases)
  func caret(language: Look.Language) throws {
    try Languages.require()
    let (bitmap, _) = try paint(
      .field(FieldFace(text: "", caret: 0, placeholder: .searchField)), 400, 48,
      look: Look(language: language))
    let caret = try #require(bitmap.bounds { $0 >> 16 & 0xFF > 0xE0 && $0 & 0xFF < 0x30 })
    let columns = (caret.maxX..<caret.maxX + 20).map { x in
      (0..<48).contains { bitmap.pixel(x: x, y: $0) & 0xFF > 0x90 }
    }
    let gap = try #require(columns.firstIndex(of: true))
    #expect(gap >= 1 && gap <= 8, "\(gap)")
  }

  @Test("A grip as it is laid out is 8 mm across, its shadow lies about it")
  func grip() throws {
    let side = Self.panel.pixels(millimetres: SelectionHandles.round + 2 * SelectionHandles.shadow)
    let (bitmap, _) = try paint(.selectionHandle(isStart: true), side, side)
    let disc = try #require(bitmap.bounds { $0 >> 24 == 0xFF })
    #expect(abs(Double(disc.width) - 8 * Self.panel.pixelsPerMillimetre) <= 2)
    #expect(bitmap.borderIsClear)
  }

  @Test("A pressed page of the grid shows it about its picture", arguments: Look.Theme.allCases)
  func pressedTile(theme: Look.Theme) throws {
    let paper = PixelRect(x: 20, y: 20, width: 100, height: 140)
    let pictures = try [false, true].map { isPressed in
      try paint(
        .pageTile(PageTileFace(label: "iv", paper: paper, isCurrent: false, isPressed: isPressed)), 140, 200,
        look: Look(theme: theme)
      ).bitmap
    }
    #expect(pictures[0].pixel(x: 6, y: 100) == 0 && pictures[1].pixel(x: 6, y: 100) >> 24 == 0xFF)
    #expect(pictures[1].pixel(x: 60, y: 100) == 0xFFFF_FFFF)
  }

  @Test(
    "Grounds that are even take the memory of one row", arguments: [Surface.keyboard, .sheetBody, .scrim])
  func even(surface: Surface) throws {
    let (bitmap, _) = try paint(.surface(surface), 3840, 1000)
    #expect(bitmap.byteCount <= 3840 * 4 + 64)
    #expect(bitmap.opaque.isEmpty == (surface == .scrim))
    #expect(bitmap.pixel(x: 0, y: 0) == bitmap.pixel(x: 3839, y: 999))
    #expect(bitmap.pixel(x: 0, y: 0) >> 24 == (surface == .scrim ? 128 : 255))
  }

  @Test("A keyboard's main key says its word, or shows its icon where the word has no room in its size")
  func mainKey() {
    var hasIcon = false
    for panel in ScreenRulesTests.panels {
      for look in ScreenRulesTests.looks(.light) {
        let faces = Screens.make("search", panel, look).furniture.compactMap { item -> KeyFace? in
          if case .key(let face) = item.content, face.style == .accent { face } else { nil }
        }
        #expect(faces.count == 1)
        if faces.first?.cap == .icon(.search) {
          hasIcon = true
          #expect(look.isEasy)
        } else {
          #expect(faces.first?.cap == .words(.searchKey))
        }
      }
    }
    #expect(hasIcon)
  }
}
