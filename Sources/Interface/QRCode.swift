import CQREncode

/// A text as a QR code (ISO/IEC 18004) for a visitor's phone, made by libqrencode.
package enum QRCode {
  /// What is longer makes modules too fine for a hand-held phone before a public screen.
  package static let longest = 1000

  /// The modules row by row, true = dark, without the quiet zone; level M, which reads with 15 % of it damaged.
  /// - Returns: nil for an empty text or one of more than `longest` bytes of UTF-8: show a part (`prefix`).
  package static func modules(of text: String) -> (side: Int, modules: [Bool])? {
    let bytes = Array(text.utf8)
    guard (1...longest).contains(bytes.count) else { return nil }
    // As bytes: a reader takes them for UTF-8, and no character is mistaken for Shift JIS.
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    guard side > 0, let data = code.pointee.data else { return nil }
    // The lowest bit is the colour, the others say what a module is for.
    return (side, (0..<side * side).map { data[$0] & 1 == 1 })
  }

  /// As much of a text as fits in a code, in whole characters.
  package static func prefix(of text: String) -> String {
    guard text.utf8.count > longest else { return text }
    var result = ""
    var count = 0
    for character in text {
      count += character.utf8.count
      if count > longest - 3 { break }
      result.append(character)
    }
    return result + "…"
  }
}
