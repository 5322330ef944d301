import Glibc
import ViewerCore

/// A JPEG file that a PDF document can hold as it is: grey, or of three colours that mean the same everywhere.
struct JPEGStream {
  /// Profiles have a few kB; beyond this it is none.
  private static let longestProfile = 4 << 20
  /// Pixels as they are stored, before any turn.
  let size: PixelSize
  let isGrey: Bool
  let byteCount: Int
  /// Its ICC profile; empty where there is none.
  let profile: [UInt8]

  /// Nil for another file, and for one whose colours need more than a reader of PDF does.
  init?(_ header: PictureHeader, _ file: Int32) {
    guard header.format == .jpeg, header.depth == 8, header.layout == .grey || header.layout == .colour else {
      return nil
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else { return nil }
    size = header.size
    isGrey = header.layout == .grey
    byteCount = Int(status.st_size)
    guard header.hasProfile else {
      profile = []
      return
    }
    guard let found = Self.profile(file) else { return nil }
    profile = found
  }

  /// Put together from its pieces (ICC.1, annex B.4).
  private static func profile(_ file: Int32) -> [UInt8]? {
    let name = Array("ICC_PROFILE\0".utf8)
    var pieces: [UInt8: [UInt8]] = [:]
    var count: UInt8 = 0
    var place = 2
    while true {
      let head = PictureFile.head(file, count: 4, at: place)
      // Pixels begin: there is nothing more to come.
      guard head.count == 4, head[0] == 0xFF, head[1] != 0xDA, head[1] != 0xD9 else { break }
      if head[1] == 0xFF {
        place += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2 else { return nil }
      if head[1] == 0xE2 {
        let piece = PictureFile.head(file, count: length - 2, at: place + 4)
        if piece.count > name.count + 2, piece.starts(with: name) {
          pieces[piece[name.count]] = Array(piece[(name.count + 2)...])
          count = piece[name.count + 1]
        }
      }
      place += 2 + length
    }
    guard count > 0, pieces.count == Int(count) else { return nil }
    let whole = (1...count).compactMap { pieces[$0] }.joined()
    return whole.isEmpty || whole.count > longestProfile ? nil : Array(whole)
  }
}
