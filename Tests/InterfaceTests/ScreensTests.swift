import Foundation
import Interface
import Testing
import ViewerCore

/// Every screen in every size, theme and language; `LECTERN_SCREENS=FOLDER` writes them down for people to look at.
struct ScreensTests {
  private static let folder = ProcessInfo.processInfo.environment["LECTERN_SCREENS"]

  static let looks: [Look] = Look.Theme.allCases.flatMap { theme in
    Look.Language.allCases.flatMap { language in
      [false, true].map { Look(theme: theme, language: language, isEasy: $0) }
    }
  }

  @Test("Every thing of every screen is painted, and something of it shows", arguments: looks)
  func paints(look: Look) throws {
    try Languages.require()
    for panel in FurniturePainterTests.panels {
      var known: Set<Furniture> = []
      for name in Screens.names {
        for thing in Screens.make(name, panel, look).furniture where known.insert(thing.atOrigin).inserted {
          let bitmap = try FurniturePainter.paint(thing, panel: panel, rotation: .none, look: look)
          #expect(bitmap.size == thing.frame.size)
          #expect(bitmap.showsSomething, "\(name) \(thing.content) \(panel.size)")
        }
      }
    }
  }

  @Test(
    "Screens are written for the eye", .enabled(if: folder != nil, "set LECTERN_SCREENS to a folder"),
    arguments: ScreenRulesTests.panels)
  func writes(panel: Panel) throws {
    let folder = try #require(Self.folder)
    try Languages.require()
    // A regular expression.
    let only = ProcessInfo.processInfo.environment["LECTERN_SCREENS_ONLY"]
    for look in Self.looks {
      for name in Screens.names {
        let file =
          "\(name)-\(panel.size.width)x\(panel.size.height)-\(Int(panel.dotsPerInch))dpi-\(look.theme)-\(look.language.rawValue)"
          + (look.isEasy ? "-easy" : "")
        guard only.map({ file.range(of: $0, options: .regularExpression) != nil }) ?? true else { continue }
        try Screens.make(name, panel, look).write(to: "\(folder)/\(file).png")
      }
    }
  }
}
