/// Whether bytes begin like a document: a login page, or a proxy's word, does not.
package enum DocumentSignature {
  /// Where a PDF's header may stand (PDF 1.7, implementation note 13).
  private static let window = 1024
  private static let beginnings: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],  // JPEG, PNG
    Array("GIF8".utf8), Array("RIFF".utf8), Array("BM".utf8),
    Array("II*\u{0}".utf8), Array("MM\u{0}*".utf8),  // TIFF
    [0x50, 0x4B, 0x03, 0x04],  // ZIP: EPUB, CBZ
  ]

  package static func isDocument(_ head: [UInt8]) -> Bool {
    if beginnings.contains(where: { head.starts(with: $0) }) { return true }
    let header = Array("%PDF-".utf8)
    let head = head.prefix(window)
    guard head.count >= header.count else { return false }
    return (0...(head.count - header.count)).contains { head[$0..<($0 + header.count)].elementsEqual(header) }
  }
}
