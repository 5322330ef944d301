import Testing
import ViewerCore

@testable import Interface

/// Whether the widths that controls are laid out for are those of the words.
struct LabelFitTests {
  static let phrases: [Phrase] = [
    .home, .contents, .pages, .search, .smaller, .larger, .readAloud, .back, .language, .previous, .next,
    .copy,
    .selectAll, .searchSelection, .noMatches, .searching, .tryAgain, .cancel, .moreTime, .startOver,
    .pageOf(page: "8", count: 8), .pageOf(page: "1280", count: 1280), .matchOf(current: 2, count: 7),
    .matchOf(current: 0, count: 25), .page("1–1280"), .noSuchPage("4096"),
  ]

  @Test("Widths of labels are known without measuring, and no wider than need be", arguments: phrases)
  func widths(phrase: Phrase) throws {
    try Languages.require()
    let canvas = try Canvas(over: FurnitureBitmap(size: PixelSize(width: 8, height: 8)))
    let style = Style(FurniturePainterTests.panels[0], Look())
    for language in Look.Language.allCases {
      // Counters are part semibold, part regular.
      let parts = Messages.parts(phrase, language: language)
      let hasStrong = parts.contains(where: \.isStrong)
      let runs = parts.map {
        TextLayout.Run(
          text: $0.text,
          weight: hasStrong ? ($0.isStrong ? TypeScale.semibold : TypeScale.regular) : TypeScale.medium,
          color: style.palette.ink)
      }
      let measured = try TextBlock(runs: runs, capital: 100).width(on: canvas) / 100
      let known = LabelWidths.capitals(phrase, language)
      #expect(known >= measured - 0.05, "\(language) \(phrase): \(measured)")
      #expect(known <= 1.12 * measured + 0.4, "\(language) \(phrase): \(measured)")
    }
  }

  @Test("The word on the keyboard's main key fits it at any size of its letters")
  func mainKey() throws {
    try Languages.require()
    let canvas = try Canvas(over: FurnitureBitmap(size: PixelSize(width: 8, height: 8)))
    for language in Look.Language.allCases {
      let words = Messages.text(.searchKey, language: language)
      let measured =
        try TextBlock(words, weight: TypeScale.semibold, color: 0, capital: 100)
        .width(on: canvas) / 100
      #expect(measured <= LabelWidths.capitals(.searchKey, language), "\(language): \(measured)")
    }
  }
}
