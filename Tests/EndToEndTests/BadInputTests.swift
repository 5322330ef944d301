import Foundation
import TestSupport
import Testing

/// What cannot be: said in one plain line, with an exit status that scripts can rely on, and nothing left behind.
@Suite("Bad input", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// In a folder with the files of `files(in:)`.
    var arguments: [String]
    /// What the line names first.
    var subject: String
    var code: String
    var status: Int32

    init(_ arguments: String, _ subject: String, _ code: String, _ status: Int32) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.subject = subject
      self.code = code
      self.status = status
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  /// Documents and clips, good and bad.
  private static func files(in folder: URL) throws {
    _ = try folder.file("good.pdf", Fixtures.document(pages: 2, lines: 3))
    _ = try folder.file("empty.pdf", "")
    _ = try folder.file("letter.pdf", "Dear Sir or Madam,\n")
    _ = try folder.file("torn.pdf", Array(Fixtures.document(pages: 2, lines: 3).prefix(700)))
    _ = try folder.file("none.pdf", PDFFixture().bytes())
    var locked = PDFFixture()
    locked.addPage()
    let key = String(repeating: "5a", count: 32)
    locked.trailer =
      "/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <\(key)> /U <\(key)> /P -4 >>"
    _ = try folder.file("locked.pdf", locked.bytes())
    _ = try folder.file("password", "wrong\n")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("nothing"), withIntermediateDirectories: true)
    _ = try folder.file("good.clip", "0 drag 200,300 200,100 100ms\n")
    _ = try folder.file("verb.clip", "0 tap 10,10\n100 knock 10,10\n")
    _ = try folder.file("words.clip", "100 ctl leap somewhere\n")
    _ = try folder.file("outside.clip", "0 tap 5000,10\n")
    _ = try folder.file("garbage.clip", Array((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }))
    _ = try folder.file("key.conf", "[kiosk]\npgae = 7\n")
    _ = try folder.file("value.conf", "[kiosk]\npage = seven\n")
    _ = try folder.file("section.conf", "[kisok]\npage = 7\n")
  }

  private static let sources =
    [
      ("missing.pdf", "missing.pdf", "not-found", 66), ("nothing", "nothing", "not-found", 66),
      ("empty.pdf", "empty.pdf", "damaged-document", 65),
      ("letter.pdf", "letter.pdf", "unsupported-document", 65),
      ("torn.pdf", "torn.pdf", "damaged-document", 65), ("none.pdf", "none.pdf", "empty-document", 65),
      ("locked.pdf", "locked.pdf", "password-required", 77),
      ("--password-file password locked.pdf", "locked.pdf", "wrong-password", 77),
      ("--password-file no-password locked.pdf", "no-password", "not-found", 66),
      ("--page 3 good.pdf", "", "page-out-of-range", 65), ("--page 0 good.pdf", "--page", "usage", 64),
      ("ftp://localhost/guide.pdf", "ftp://localhost/guide.pdf", "invalid-source", 64),
      ("/dev/null", "/dev/null", "invalid-source", 64), ("", "", "usage", 64),
    ] as [(String, String, String, Int32)]

  private static let options =
    [
      ("--sise 10x10 good.pdf", "--sise", "usage", 64), ("--size 10 good.pdf", "--size", "usage", 64),
      ("--min-zoom 3 --max-zoom 2 good.pdf", "--min-zoom", "usage", 64),
      ("--frames good.pdf/frames good.pdf", "good.pdf/frames", "write-failed", 74),
      ("--trace good.pdf/trace good.pdf", "good.pdf/trace", "write-failed", 74),
      ("--stats good.pdf/stats good.pdf", "good.pdf/stats", "write-failed", 74),
      ("--trace nowhere/trace good.pdf", "nowhere/trace", "write-failed", 74),
      ("--stats nothing good.pdf", "nothing", "write-failed", 74),
    ] as [(String, String, String, Int32)]

  private static let clips =
    [
      ("missing.clip", "not-found", 66), ("nothing", "source-unreachable", 69),
      ("verb.clip", "invalid-source", 64),
      ("garbage.clip", "invalid-source", 64), ("outside.clip", "invalid-source", 64),
      ("words.clip", "usage", 64),
      ("good.pdf", "invalid-source", 64),
    ] as [(String, String, Int32)]

  private static let configurations =
    [
      ("key.conf", "bad-configuration", 78), ("value.conf", "bad-configuration", 78),
      ("section.conf", "bad-configuration", 78), ("missing.conf", "not-found", 66),
    ] as [(String, String, Int32)]

  static let cases: [Case] = {
    var cases: [Case] = []
    for command in ["replay --size 400x600", "show --display headless --size 400x600"] {
      for (rest, subject, code, status) in sources + options {
        cases.append(Case("\(command) --config none --input good.clip \(rest)", subject, code, status))
      }
      for (clip, code, status) in clips {
        cases.append(
          Case(
            "\(command) --config none --input \(clip) good.pdf", clip == "words.clip" ? "" : clip, code,
            status))
      }
      for (file, code, status) in configurations {
        cases.append(Case("\(command) --config \(file) --input good.clip good.pdf", "", code, status))
      }
    }
    cases.append(Case("replay --config none good.pdf", "--input", "usage", 64))
    return cases
  }()

  private static func check(_ bad: Case, in folder: URL) throws {
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let result = try ReleaseProgram.run(bad.arguments, in: folder, atMost: 60)
    #expect(result.code == bad.code, "\(result.complaints)")
    #expect(result.status == bad.status)
    #expect(result.output.isEmpty)
    #expect(result.complaints.split(separator: "\n").count == 1, "\(result.complaints)")
    #expect(result.complaints.hasPrefix("lectern: \(bad.subject)"), "\(result.complaints)")
    #expect(result.complaints.hasSuffix(" [\(bad.code)]\n"))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }

  @Test("What is wrong is told in one line with its code, and nothing is left behind", arguments: cases)
  func complaint(_ bad: Case) throws {
    try inTemporaryFolder { folder in
      try Self.files(in: folder)
      try Self.check(bad, in: folder)
    }
  }

  @Test(
    "Without a display the kiosk says so",
    .enabled(if: !FileManager.default.fileExists(atPath: "/dev/dri"), "this machine has a display card"))
  func noDisplay() throws {
    try inTemporaryFolder { folder in
      try Self.files(in: folder)
      try Self.check(Case("show --config none good.pdf", "", "no-display", 69), in: folder)
      try Self.check(
        Case("show --config none --display drm:HDMI-A-1 good.pdf", "", "no-display", 69), in: folder)
    }
  }
}
