import Foundation
import TestSupport
import Testing

/// Several documents that are shown as one, by the programs themselves.
@Suite("Joined documents")
struct JoinedDocumentTests {
  private static func pages(_ words: [String], password: String? = nil) -> [UInt8] {
    var pdf = PDFFixture()
    for word in words { pdf.addPage(contents: PDFFixture.text(word)) }
    return pdf.bytes()
  }

  /// What a replay of joined documents tells.
  private static func replay(
    _ script: String, _ documents: [[UInt8]], _ options: [String] = [], in folder: URL
  ) throws -> (events: [Substring], complaints: String) {
    let clip = try folder.file("clip", script)
    let files = try documents.enumerated().map {
      try folder.file("part \($0.offset + 1).pdf", $0.element).path
    }
    let run = try lectern(
      [
        "replay", "--config", "none", "--join", "--size", "216x384", "--input", clip.path, "--trace",
        "/dev/stdout",
      ]
        + options + files)
    #expect(run.status == 0, "\(run)")
    return (run.output.split(separator: "\n"), run.complaints)
  }

  private static let parts = [
    pages(["Harbour", "Rope walk"]), pages(["Salt"]), pages(["Quay", "Rope end", "Storm"]),
  ]

  @Test("They have all pages, in order, and a search goes through all of them")
  func wholes() throws {
    try inTemporaryFolder { folder in
      let run = try Self.replay(
        "500 ctl goto 4\n1000 ctl search rope\n2000 wait 100ms\n", Self.parts, in: folder)
      #expect(run.complaints.isEmpty)
      #expect(run.events.contains { $0.contains(#""event":"load","kind":"pdf","pages":6"#) })
      #expect(run.events.contains { $0.contains(#""event":"page","page":4}"#) })
      #expect(
        run.events.contains { $0.contains(#""event":"search","found":2"#) && $0.contains(#""over":true"#) })
      let last = try #require(run.events.last { $0.contains("\"event\":\"frame\"") })
      #expect(last.contains("\"sharp\"") && !last.contains("placeholder"))
    }
  }

  @Test("The frames are those of one document with the same pages")
  func frames() throws {
    try inTemporaryFolder { folder in
      let script = "0 drag 100,350 100,40 300ms\n900 drag 100,350 100,40 300ms\n"
      func frames(_ documents: [[UInt8]], _ name: String) throws -> [Substring] {
        let place = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return try Self.replay(script, documents, in: place).events.filter {
          $0.contains("\"event\":\"frame\"")
        }
      }
      let one = try frames(
        [Self.pages(["Harbour", "Rope walk", "Salt", "Quay", "Rope end", "Storm"])], "one")
      #expect(one.count > 20)
      #expect(try frames(Self.parts, "three") == one)
    }
  }

  @Test("One that is damaged is a page of its own that says so, and the others are shown")
  func damaged() throws {
    try inTemporaryFolder { folder in
      let run = try Self.replay(
        "500 ctl goto 3\n1500 ctl goto 4\n2500 ctl search storm\n3500 wait 100ms\n",
        [Self.parts[0], Array("%PDF-1.4 rubbish".utf8), Self.parts[2]], in: folder)
      #expect(run.events.contains { $0.contains(#""pages":6"#) })
      #expect(run.events.count { $0.contains(#""event":"error","code":"damaged-document","page":3"#) } == 1)
      #expect(run.events.contains { $0.contains(#""event":"search","found":1"#) })
      #expect(run.complaints.contains("part 2.pdf: the document is damaged [damaged-document]"), "\(run)")
    }
  }

  @Test("Where none opens there is no document")
  func none() throws {
    try inTemporaryFolder { folder in
      let rubbish = Array("%PDF-1.4 rubbish".utf8)
      let clip = try folder.file("clip", "0 wait 100ms\n")
      let files = try (0..<2).map { try folder.file("\($0).pdf", rubbish).path }
      let run = try lectern(["replay", "--config", "none", "--join", "--input", clip.path] + files)
      #expect(run.complaints.contains("0.pdf: the document is damaged [damaged-document]"), "\(run)")
    }
  }
}
