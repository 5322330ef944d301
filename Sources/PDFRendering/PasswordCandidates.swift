/// The spellings of one password to try on a document.
///
/// A password is bytes to a PDF: in revisions up to 4 of the standard security handler those of an 8-bit
/// encoding, in 5 and 6 UTF-8 (ISO 32000-2, 7.6.4.3). poppler-glib takes UTF-8 text and hands it on as Latin-1,
/// so the bytes themselves are spelt as Latin-1 characters; then the text itself, for documents of 8-bit times.
enum PasswordCandidates {
  /// More bytes than the standard allows overrun poppler's buffer on the stack.
  static let limit = 127

  static func spellings(of password: [UInt8]) -> [String] {
    var result: [String] = []
    var raw = ""
    for byte in password.prefix(limit) where byte != 0 {
      raw.unicodeScalars.append(Unicode.Scalar(byte))
    }
    result.append(raw)
    if let text = String(validating: password, as: UTF8.self) {
      var plain = ""
      for scalar in text.unicodeScalars.prefix(limit) where scalar.value != 0 {
        plain.unicodeScalars.append(scalar)
      }
      let isLatin1 = plain.unicodeScalars.allSatisfy { $0.value < 0x100 }
      if isLatin1, plain != raw { result.append(plain) }
    }
    return result
  }
}
