/// Which letters stand where, by language: the arrangements that people know from their own keyboards.
enum KeyboardRows {
  static let figures = Array("1234567890")
  /// In place of letters, under a row of figures.
  static let signs: [[Character]] = [Array("-/:;()&@%+"), Array(".,?!'\"«»")]

  static let moreSigns = Array("#_=*$€<>[]")

  struct Letters: Hashable, Sendable {
    var upper: [Character]
    var middle: [Character]
    /// Between shift and delete.
    var lower: [Character]
    /// Beside the space bar.
    var beside: [Character]

    init(_ upper: String, _ middle: String, _ lower: String, _ beside: String = "") {
      self.upper = Array(upper)
      self.middle = Array(middle)
      self.lower = Array(lower)
      self.beside = Array(beside)
    }
  }

  static func letters(_ language: Look.Language) -> Letters {
    switch language {
    case .english: Letters("qwertyuiop", "asdfghjkl", "zxcvbnm")
    case .german: Letters("qwertzuiopü", "asdfghjklöä", "yxcvbnmß")
    case .french: Letters("azertyuiopà", "qsdfghjklmù", "wxcvbnéè", "ç'")
    case .spanish: Letters("qwertyuiopú", "asdfghjklñá", "zxcvbnmé", "íóü")
    }
  }
}
