import Testing
import ViewerCore

@testable import Interface

/// Whether words fit where controls are laid out without being measured.
struct LabelFitTests {
  @Test(
    "Every label beside a selection fits its button in every language",
    arguments: FurniturePainterTests.panels)
  func selection(panel: Panel) throws {
    try Languages.require()
    let place = PixelRect(x: 40, y: 40, width: 60, height: 20)
    let bar = SelectionBar(selection: place, handles: [], panel: panel)
    for language in Look.Language.allCases {
      for button in bar.buttons {
        let style = Style(panel, Look(language: language))
        let share = try Self.share(
          Messages.text(button.label, language: language),
          capital: style.type.body * style.unit, width: Double(button.frame.width) - 4.8 * style.unit)
        // Half is where it would be cut.
        #expect(share > 0.8, "\(language) \(button.label) \(share)")
      }
    }
  }

  @Test(
    "Labels under the icons of the bar keep their size in every language",
    arguments: FurniturePainterTests.panels)
  func bar(panel: Panel) throws {
    try Languages.require()
    let slot = FurnitureLayout.isSmall(panel) ? 20.0 : 34
    for language in Look.Language.allCases {
      let style = Style(panel, Look(language: language, isEasy: true))
      for phrase in ButtonPainter.neighbours {
        let share = try Self.share(
          Messages.text(phrase, language: language), capital: style.type.secondary * style.unit,
          width: (slot - 3.6) * style.unit)
        // A small panel has room for its buttons only with smaller words; at 0.4 they would be cut.
        #expect(share > (FurnitureLayout.isSmall(panel) ? 0.6 : 0.8), "\(language) \(phrase) \(share)")
      }
    }
  }

  @Test(
    "Words of the search bar and of dialogs fit in a third of a panel",
    arguments: FurniturePainterTests.panels)
  func dialogs(panel: Panel) throws {
    try Languages.require()
    for language in Look.Language.allCases {
      let style = Style(panel, Look(language: language))
      for phrase in [Phrase.noMatches, .searching, .tryAgain, .cancel, .accept, .done, .searchKey] {
        let share = try Self.share(
          Messages.text(phrase, language: language), capital: style.type.body * style.unit,
          width: Double(min(panel.size.width, panel.pixels(millimetres: 180))) / 3)
        #expect(share > 0.8, "\(language) \(phrase) \(share)")
      }
    }
  }

  /// How much of its full size a text can have in one line.
  private static func share(_ text: String, capital: Double, width: Double) throws -> Double {
    let canvas = try Canvas(over: FurnitureBitmap(size: PixelSize(width: 8, height: 8)))
    let block = TextBlock(text, weight: TypeScale.medium, color: 0, capital: capital)
    return try width / block.width(on: canvas)
  }
}
