import Testing
import ViewerCore

@testable import Interface

/// What holds on every screen, in every size, theme and language, in easy mode and without.
struct ScreenRulesTests {
  /// 27 inches upright, 24 inches, 7 inches, 27.5 inches of 4K, and a panel of 13 inches upright.
  static let panels =
    FurniturePainterTests.panels + [
      Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 170)
    ]

  static func looks(_ theme: Look.Theme) -> [Look] {
    Look.Language.allCases.flatMap { language in
      [false, true].map { Look(theme: theme, language: language, isEasy: $0) }
    }
  }

  /// Height of a capital, mm: nothing that is to be read is smaller.
  static func least(_ look: Look) -> Double { look.isEasy ? 4.8 : 3.2 }

  // MARK: Words

  @Test("No word is cut, broken or made too small to read", arguments: panels, looks(.light))
  func words(panel: Panel, look: Look) throws {
    try Languages.require()
    var known: Set<Furniture> = []
    for name in Screens.names {
      for thing in Screens.make(name, panel, look).furniture where known.insert(thing.atOrigin).inserted {
        let log = PaintLog()
        _ = try FurniturePainter.paint(thing, panel: panel, rotation: .none, look: look, log: log)
        for text in log.texts {
          let size = Int(10 * text.capital / panel.pixelsPerMillimetre)
          let what = "\(name) \(Int(panel.millimetres.width)): \(text.text), 0.\(size) cm"
          #expect(!text.isBroken || Self.isForeign(thing), "\(what) is broken or cut")
          #expect(
            text.capital >= 0.995 * Self.least(look) * panel.pixelsPerMillimetre, "\(what) is too small")
          let frame = Box(
            x: 0, y: 0, width: Double(thing.frame.width), height: Double(thing.frame.height))
          #expect(
            text.ink.y >= frame.y - 0.5 && text.ink.maxY <= frame.maxY + 0.5, "\(what) leaves its frame")
          #expect(
            text.ink.x >= frame.x - 0.5 && text.ink.maxX <= frame.maxX + 0.5, "\(what) leaves its frame")
        }
      }
    }
  }

  /// Words of a document may be longer than any row.
  private static func isForeign(_ thing: Furniture) -> Bool {
    if case .row(let face) = thing.content, case .plain = face.title { true } else { false }
  }

  @Test("Labels side by side are as large as one another", arguments: panels, looks(.light))
  func alike(panel: Panel, look: Look) throws {
    try Languages.require()
    for name in ["reading", "whole-bar", "selection"] {
      var heights: Set<Int> = []
      for thing in Screens.make(name, panel, look).furniture {
        guard case .button(let face) = thing.content, face.icon != nil || name == "selection" else {
          continue
        }
        let log = PaintLog()
        _ = try FurniturePainter.paint(thing, panel: panel, rotation: .none, look: look, log: log)
        // Those of the bar have icons, those beside a selection have none.
        if name == "selection", face.icon != nil { continue }
        heights.formUnion(log.texts.map { Int(($0.capital * 10).rounded()) })
      }
      #expect(heights.count <= 1, "\(name) \(heights)")
    }
  }

  @Test("Words stand at 7:1 or more on what lies below them", arguments: Look.Theme.allCases, [false, true])
  func contrast(theme: Look.Theme, isEasy: Bool) throws {
    try Languages.require()
    let look = Look(theme: theme, language: .french, isEasy: isEasy)
    for panel in [Self.panels[0], Self.panels[2]] {
      for name in Screens.names {
        let stage = Screens.make(name, panel, look)
        let painted = try stage.painted()
        for thing in stage.onTop where Self.isRead(thing) {
          let log = PaintLog()
          _ = try FurniturePainter.paint(thing, panel: panel, rotation: .none, look: look, log: log)
          for text in log.texts {
            let place = PixelRect(
              x: thing.frame.x + Int(text.ink.x), y: thing.frame.y + Int(text.ink.y),
              width: Int(text.ink.width) + 1, height: Int(text.ink.height) + 1)
            guard thing.shownFrame.contains(place) else { continue }
            let ground = Self.commonest(round: place, in: painted, stage)
            let ratio = PaletteTests.contrast(text.color, ground)
            #expect(ratio >= 7, "\(name): \(text.text) on \(String(ground, radix: 16)): \(ratio)")
          }
        }
      }
    }
  }

  /// Not what is switched off, pressed, or only holds a page's place.
  private static func isRead(_ thing: Furniture) -> Bool {
    switch thing.content {
    case .button(let face): face.isEnabled && !face.isPressed
    case .key(let face): !face.isPressed
    case .pageTile(let face): !face.isPressed
    case .row(let face): !face.isPressed
    case .placeholder, .pageFailure: false
    default: true
    }
  }

  private static func commonest(
    round place: PixelRect, in painted: [ScreenStage.Painted], _ stage: ScreenStage
  ) -> UInt32 {
    var counts: [UInt32: Int] = [:]
    let ring = place.grown(by: 1).intersection(stage.whole)
    for x in ring.x..<ring.maxX {
      for y in [ring.y, ring.maxY - 1] { counts[stage.pixel(x, y, painted), default: 0] += 1 }
    }
    return counts.max { $0.value < $1.value }?.key ?? 0
  }

  // MARK: Places

  @Test("Nothing leaves the panel, and nothing is under another thing of its kind", arguments: panels)
  func places(panel: Panel) {
    for look in Self.looks(.light) {
      for name in Screens.names {
        let stage = Screens.make(name, panel, look)
        for thing in stage.furniture {
          #expect(
            stage.whole.contains(thing.shownFrame),
            "\(name) \(look.language) \(look.isEasy) \("\(thing.content)".prefix(60))")
        }
        let words = stage.onTop.filter(Self.hasWords)
        for (index, thing) in words.enumerated() {
          for other in words[..<index] where thing.shownFrame.intersects(other.shownFrame) {
            let kinds = [thing, other].map { "\($0.content)".prefix(60) }
            Issue.record("\(name) \(look.language) \(look.isEasy): \(kinds)")
          }
        }
      }
    }
  }

  private static func hasWords(_ thing: Furniture) -> Bool {
    switch thing.content {
    case .button, .text, .field, .key, .row, .pageTile, .pageFailure, .placeholder, .qrCode: true
    default: false
    }
  }

  @Test("Whatever a finger can take is 15 mm or more, 11 mm on panels under 9 inches", arguments: panels)
  func targets(panel: Panel) {
    for look in Self.looks(.light) {
      for name in Screens.names {
        let stage = Screens.make(name, panel, look)
        for control in stage.controls {
          // Part of a row that scrolls below the edge is no target by itself.
          if control.frame.maxY == panel.size.height { continue }
          let least = panel.pixels(millimetres: FurnitureLayout.controlHeight(panel)) - 1
          var width = control.frame.width
          // On panels too narrow for a row of such keys the gap counts as the key's: the nearer key is met.
          if case .key = control.action { width += panel.pixels(millimetres: 3) }
          #expect(
            width >= least && control.frame.height >= least,
            "\(name) \(look.language) \(look.isEasy) \(control.action) \(control.frame)")
        }
        for (index, control) in stage.controls.enumerated() {
          for other in stage.controls[..<index] where control.frame.intersects(other.frame) {
            Issue.record(
              "\(name) \(look.language) \(look.isEasy): \(control.action) and \(other.action) overlap")
          }
        }
      }
    }
  }
}
