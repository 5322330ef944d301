/// What a document's file is by its first bytes; its name counts for nothing.
package enum FileFormat: String, Hashable, Sendable, CaseIterable {
  case pdf, jpeg, png, webp, tiff, gif, bmp, svg
  /// A ZIP archive of pictures: a comic book, or a stack of scans.
  case comic

  /// How many of a file's first bytes `init(head:)` wants to see. PDF's header may stand behind 1024 bytes of rubbish
  /// (PDF 1.7, implementation note 13), and drawings begin with comments.
  package static let headBytes = 4096

  /// The kind of document for people and scripts.
  package var kind: DocumentKind {
    switch self {
    case .pdf: .pdf
    case .comic: .comic
    case .jpeg, .png, .webp, .tiff, .gif, .bmp, .svg: .image
    }
  }

  /// As `info` calls it.
  package var name: String {
    switch self {
    case .pdf: "PDF"
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .tiff: "TIFF"
    case .gif: "GIF"
    case .bmp: "BMP"
    case .svg: "SVG"
    case .comic: "CBZ"
    }
  }

  /// - Parameter head: the first `headBytes` of the file, or all of a shorter one.
  package init?(head: [UInt8]) {
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
      head.count >= offset + bytes.count && head[offset..<(offset + bytes.count)].elementsEqual(bytes)
    }
    func says(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }

    if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if says("RIFF"), says("WEBP", at: 8) {
      self = .webp
    } else if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) || has([0x49, 0x49, 0x2B, 0, 8, 0])
      || has([0x4D, 0x4D, 0, 0x2B, 0, 8])
    {
      self = .tiff
    } else if says("GIF87a") || says("GIF89a") {
      self = .gif
    } else if says("BM"), head.count >= 26, has([0, 0], at: 16), (12...124).contains(head[14]), head[15] == 0
    {
      // Behind two letters any text might begin with stands a header's length.
      self = .bmp
    } else if has([0x50, 0x4B, 3, 4]) || has([0x50, 0x4B, 5, 6]) {
      // Books and office documents are archives too, and say so first.
      if says("mimetype", at: 30) || says("[Content_Types].xml", at: 30) { return nil }
      self = .comic
    } else if Self.contains("%PDF-", in: head.prefix(1024)) {
      self = .pdf
    } else if has([0x1F, 0x8B, 8]) || Self.isDrawing(head) {
      // What lies in a compressed file only who unpacks it can tell; of documents only drawings are.
      self = .svg
    } else {
      return nil
    }
  }

  /// Whether text that begins with an element, a declaration or a comment has `svg` for its first element.
  private static func isDrawing(_ head: [UInt8]) -> Bool {
    var text = head[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard text.first == UInt8(ascii: "<") else { return false }
    // A web page may have drawings in it; it is none.
    let beginning = String(decoding: text.prefix(15), as: UTF8.self).lowercased()
    if beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html") { return false }
    return contains("<svg", in: text) || contains(":svg", in: text)
  }

  private static func contains(_ word: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let wanted = Array(word.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return bytes.indices.dropLast(wanted.count - 1).contains { index in
      bytes[index] == first && bytes[index..<(index + wanted.count)].elementsEqual(wanted)
    }
  }

  /// Whether a file in a folder is likely a document, by the end of its name: what it is, it must say itself.
  package static func isLikely(name: String) -> Bool {
    ending(of: name) != nil
  }

  /// A name without the ending that documents have.
  package static func title(ofName name: String) -> String {
    guard let ending = ending(of: name), name.utf8.count > ending.utf8.count else { return name }
    return String(name.dropLast(ending.count))
  }

  /// Whether an archive's entry is likely a page.
  package static func isLikelyPage(name: String) -> Bool {
    guard let ending = ending(of: name) else { return false }
    return ending != ".pdf" && ending != ".cbz"
  }

  private static func ending(of name: String) -> String? {
    let lower = name.lowercased()
    return endings.first { lower.hasSuffix($0) }
  }

  private static let endings = [
    ".pdf", ".jpg", ".jpeg", ".jpe", ".png", ".webp", ".tif", ".tiff", ".gif", ".bmp", ".svg", ".svgz",
    ".cbz",
  ]
}

/// The kind of a document, as `info` and the trace tell it.
package enum DocumentKind: UInt8, Hashable, Sendable, CaseIterable {
  case pdf = 0
  case image = 1
  case comic = 2

  package var name: String {
    switch self {
    case .pdf: "pdf"
    case .image: "image"
    case .comic: "comic"
    }
  }
}
