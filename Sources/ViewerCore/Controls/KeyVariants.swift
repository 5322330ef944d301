/// The relatives of a letter (é, è, ê and ë of e), which a long press on its key offers.
package enum KeyVariants {
  /// Those that readers of a language need come first.
  private static let first: [Look.Language: [Character: String]] = [
    .english: [:],
    .german: ["a": "ä", "o": "ö", "u": "ü", "s": "ß"],
    .french: ["a": "àâ", "c": "ç", "e": "éèêë", "i": "îï", "o": "ôœ", "u": "ùûü", "y": "ÿ"],
    .spanish: ["a": "á", "e": "é", "i": "í", "n": "ñ", "o": "ó", "u": "úü"],
  ]
  private static let all: [Character: String] = [
    "a": "àâäáãåæ", "c": "ç", "e": "éèêë", "i": "îïíì", "n": "ñ", "o": "ôöóòõœø", "s": "ß", "u": "üûùú",
    "y": "ÿý", "?": "¿", "!": "¡",
  ]

  /// In small letters; none that has a key of its own in the language's arrangement.
  package static func of(_ character: Character, _ language: Look.Language) -> [Character] {
    let keys = KeyboardRows.letters(language)
    let own = Set(keys.upper + keys.middle + keys.lower + keys.beside)
    var result: [Character] = []
    for letter in (first[language]?[character] ?? "") + (all[character] ?? "")
    where !own.contains(letter) && !result.contains(letter) {
      result.append(letter)
    }
    return result
  }

  /// Where a letter's relatives stand: in a row over its key. A key of the top row has them beside it, for what stands
  /// on the keyboard is never covered.
  /// - Parameters:
  ///   - count: how many there are; those at the end that find no room are left out.
  ///   - ground: the keyboard's.
  package static func row(_ count: Int, of key: PixelRect, on ground: PixelRect, _ metrics: ControlMetrics)
    -> [PixelRect]
  {
    let pitch = PixelSize(width: key.width + metrics.gap, height: key.height + metrics.gap)
    let (left, right) = (ground.x + metrics.padding, ground.maxX - metrics.padding)
    func fitting(_ room: Int) -> Int { min(count, max(0, (room + metrics.gap) / pitch.width)) }
    func row(_ count: Int, from x: Int, y: Int) -> [PixelRect] {
      (0..<count).map { PixelRect(x: x + $0 * pitch.width, y: y, width: key.width, height: key.height) }
    }
    let above = key.y - pitch.height
    if above >= ground.y + metrics.padding {
      let shown = fitting(right - left)
      let width = shown * pitch.width - metrics.gap
      let x = min(max(key.x + (key.width - width) / 2, left), right - width)
      return row(shown, from: x, y: above)
    }
    let before = fitting(key.x - metrics.gap - left)
    let after = fitting(right - key.maxX - metrics.gap)
    return after >= before
      ? row(after, from: key.maxX + metrics.gap, y: key.y)
      : row(before, from: key.x - before * pitch.width, y: key.y)
  }
}
