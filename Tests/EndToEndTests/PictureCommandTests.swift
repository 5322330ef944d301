import Foundation
import TestSupport
import Testing

/// The pictures of the corpus through the program, and what becomes of those that are none, or too large.
@Suite(
  "Pictures by command",
  .enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"))
struct PictureCommandTests {
  static let shown = PictureCorpusRow.all.filter {
    guard case .drawn(_, _, let height) = $0.outcome else { return false }
    return height < 32_768
  }
  static let refused = PictureCorpusRow.all.filter {
    if case .refused = $0.outcome { true } else { false }
  }

  private static func path(_ row: PictureCorpusRow) -> String { (CorpusRow.folder ?? "") + "/" + row.file }

  @Test("What is drawn becomes a picture of the page's pixels, turned upright", arguments: shown)
  func drawing(_ row: PictureCorpusRow) throws {
    guard case .drawn(let pages, let width, let height) = row.outcome else { return }
    try inTemporaryFolder { folder in
      let picture = folder.appendingPathComponent("page.png")
      let wanted = min(width, 600)
      let result = try lectern([
        "render", Self.path(row), "--width", String(wanted), "-o", picture.path,
      ])
      #expect(result.status == 0, "\(result.complaints)")
      let bytes = [UInt8](try Data(contentsOf: picture))
      let size = [16, 20].map { at in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
      #expect(size[0] == wanted)
      #expect(abs(Double(size[1]) - Double(height) * Double(wanted) / Double(width)) <= 1.5)
      #expect(row.looks.contains(.silent) ? result.complaints.isEmpty : true, "\(result.complaints)")
      #expect(!row.looks.contains(.incomplete) || result.complaints.contains("warning: page 1: "))
      let next = try lectern(["render", Self.path(row), "--page", "\(pages + 1)", "-o", picture.path])
      #expect(next.code == "page-out-of-range")
    }
  }

  @Test("What is not is refused with its code, in one line, and no picture is left", arguments: refused)
  func refusal(_ row: PictureCorpusRow) throws {
    guard case .refused(let code) = row.outcome else { return }
    try inTemporaryFolder { folder in
      let picture = folder.appendingPathComponent("page.png")
      let result = try lectern(["render", Self.path(row), "-o", picture.path])
      #expect(result.code == code, "\(result.complaints)")
      #expect(result.status == 65)
      #expect(result.complaints.split(separator: "\n").count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test("What opens and cannot be drawn says so")
  func hopeless() throws {
    let row = try #require(PictureCorpusRow.all.first { $0.outcome == .hopeless })
    try inTemporaryFolder { folder in
      let picture = folder.appendingPathComponent("page.png")
      let result = try lectern([
        "render", Self.path(row), "--width", "3", "--clip", "0,0,3,100", "-o", picture.path,
      ])
      #expect(result.code == "page-render-failed" && result.status == 70, "\(result.complaints)")
      #expect(!FileManager.default.fileExists(atPath: picture.path))
    }
  }

  @Test("A comic book's broken page costs itself alone")
  func brokenPage() throws {
    let path = (CorpusRow.folder ?? "") + "/cbz/own-corrupt-page.cbz"
    try inTemporaryFolder { folder in
      let picture = folder.appendingPathComponent("page.png").path
      let codes = try (1...4).map { page in
        try lectern(["render", path, "--page", "\(page)", "--width", "60", "-o", picture])
      }
      #expect(codes.map(\.code) == ["", "", "page-render-failed", ""])
      #expect(codes[1].complaints.contains("warning: page 2: "))
      #expect(codes[0].complaints.isEmpty && codes[3].complaints.isEmpty)
    }
  }
}
