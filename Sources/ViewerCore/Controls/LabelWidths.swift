/// How wide the controls' own words are, so that what holds them can be laid out without measuring text: in heights of a
/// capital, of Inter's medium weight. A test measures them.
package enum LabelWidths {
  /// Air at either side of a label, mm.
  package static let air = 1.8

  /// The words of a control in one line; those that are not listed here count as long ones.
  package static func capitals(_ phrase: Phrase, _ language: Look.Language) -> Double {
    switch phrase {
    case .pageOf(let page, let count): counter(page.count, String(count).count, language)
    case .matchOf(let current, let count) where current > 0:
      counter(String(current).count, String(count).count, language)
    case .matchOf(_, let count): digit * Double(String(count).count) + matches[language, or: 7.4]
    case .page(let page): digit * Double(page.count) + pages[language, or: 5.6]
    case .noSuchPage(let page): digit * Double(page.count) + missing[language, or: 13.4]
    default: labels[phrase].flatMap { $0[language] } ?? 12
    }
  }

  /// What a label needs of a row with its air, px.
  /// - Parameter capital: mm.
  package static func pixels(_ phrase: Phrase, capital: Double, _ look: Look, _ panel: Panel) -> Int {
    panel.pixels(millimetres: capitals(phrase, look.language) * capital + 2 * air)
  }

  /// Figures are all as wide.
  private static let digit = 0.93

  private static func counter(_ first: Int, _ second: Int, _ language: Look.Language) -> Double {
    digit * Double(first + second) + of[language, or: 3.2]
  }

  private typealias Widths = [Look.Language: Double]

  private static func widths(_ english: Double, _ german: Double, _ french: Double, _ spanish: Double)
    -> Widths
  {
    [.english: english, .german: german, .french: french, .spanish: spanish]
  }

  // What stands about the figures of "12 of 48", "7 matches", "Page 1–48", "There is no page 7.".
  private static let of = widths(2.2, 3.3, 3, 2.6)
  private static let matches = widths(6.2, 5, 6.3, 7.4)
  private static let pages = widths(4.5, 4.5, 4.5, 5.6)
  private static let missing = widths(11.8, 13, 13.4, 10.2)

  private static let labels: [Phrase: Widths] = [
    .home: widths(3.9, 3.3, 4.9, 3.5),
    .contents: widths(6.1, 3.7, 6.6, 4),
    .pages: widths(4.1, 4.2, 4.1, 5.2),
    .search: widths(4.6, 5, 6.1, 4.6),
    .smaller: widths(5, 4.6, 5.1, 5.1),
    .larger: widths(4.3, 4.6, 5.7, 5.1),
    .readAloud: widths(7.4, 5.8, 5.1, 6.1),
    .back: widths(3.3, 4.6, 4.4, 4.2),
    .language: widths(6.5, 5.5, 4.9, 4.5),
    .previous: widths(6.1, 4.3, 7.8, 6),
    .next: widths(3.4, 5.6, 6.1, 6.9),
    .copy: widths(3.5, 5.9, 4.4, 4.4),
    .selectAll: widths(6, 10.7, 11.5, 11.1),
    .searchSelection: widths(4.6, 5, 6.1, 4.6),
    .noMatches: widths(9.4, 10.9, 9.6, 9.4),
    .searching: widths(7.8, 9, 8.2, 7.7),
    .moreTime: widths(6.6, 6.3, 9.3, 7.7),
    .startOver: widths(6.5, 5.8, 9.5, 12.2),
    .tryAgain: widths(6.1, 11.6, 6.9, 11.6),
    .notRight: widths(6.6, 5, 6.9, 7.4),
    .cancel: widths(4.6, 7.3, 5.2, 5.9),
    .searchKey: widths(4.8, 5.2, 6.4, 4.8),
  ]
}

extension [Look.Language: Double] {
  fileprivate subscript(_ language: Look.Language, or other: Double) -> Double { self[language] ?? other }
}
