import Foundation
import TestSupport
import Testing

/// Real documents of many makers, put together by fours: the file has to tell of itself what commands tell of the
/// joined documents.
@Suite(
  "Joined documents of the corpus",
  .enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"),
  .enabled(if: Tool.path("mutool") != nil, "mutool is not installed"))
struct JoinedCorpusTests {
  struct Group: Sendable, CustomTestStringConvertible {
    var files: [String]
    var testDescription: String { files.joined(separator: ", ") }
  }

  /// What cannot be a part of a whole, and why: its pages are counted, but not there; its attachments alone are
  /// protected; its author does not permit it.
  static let refused = [
    "pdf/pdfium-document_aactions.pdf": "damaged-document",
    "pdf/pdfium-trailer_unterminated.pdf": "damaged-document",
    "pdf/pdfjs-Pages-tree-refs.pdf": "damaged-document",
    "pdf/pdfjs-poppler-742-0-fuzzed.pdf": "damaged-document",
    "pdf/qpdf-pages-loop.pdf": "damaged-document",
    "pdf/qpdf-recover-xref-stream.pdf": "damaged-document",
    "pdf/pdfjs-auth-event-ef-open.pdf": "unsupported-encryption",
    "pdf/pdfjs-secHandler.pdf": "no-permission",
    "pdf/qpdf-enc-R2_V1_O_master.pdf": "no-permission",
  ]
  /// Its tables go in circles, and engines break these at different places.
  private static let ambiguous: Set = ["pdf/qpdf-append-xref-loop.pdf"]

  /// Documents that open as they are, and whose pages can be read.
  static let groups: [Group] = {
    let files = CorpusRow.all.filter {
      $0.file.hasPrefix("pdf/") && $0.openWithoutPassword == "ok" && ["ok", "empty"].contains($0.text)
        && $0.links == "ok"
        && $0.pages <= 40
    }.map(\.file).filter { refused[$0] == nil && !ambiguous.contains($0) }
    return stride(from: 0, to: files.count, by: 4).map {
      Group(files: Array(files[$0..<min($0 + 4, files.count)]))
    }
  }()

  @Test("Put together they are what they were", arguments: groups)
  func joins(_ group: Group) throws {
    try inTemporaryFolder { folder in
      let files = group.files.map { (CorpusRow.folder ?? "") + "/" + $0 }
      let output = folder.appendingPathComponent("whole.pdf").path
      let result = try lectern(["export", "--join", "-o", output] + files)
      #expect(result.status == 0, "\(result.complaints)")
      guard result.status == 0 else { return }
      try JoinedExportTests.expectEqual(output, files)
    }
  }

  @Test(
    "What cannot be a part is named with its reason, and nothing is written", arguments: refused.keys.sorted()
  )
  func refuses(_ file: String) throws {
    try inTemporaryFolder { folder in
      let path = (CorpusRow.folder ?? "") + "/" + file
      let plain = try folder.file("plain.pdf", linkedDocument(["Plain"])).path
      let output = folder.appendingPathComponent("whole.pdf").path
      let result = try lectern(["export", "--join", plain, path, "-o", output])
      #expect(result.code == Self.refused[file], "\(result)")
      #expect(result.complaints.hasPrefix("lectern: \(path): "))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plain.pdf"])
    }
  }
}
